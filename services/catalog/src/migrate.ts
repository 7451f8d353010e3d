import { readEnv, url } from '@fingerpost/kit/process/env'
import { migrate } from '@fingerpost/kit/stores/migrate'

const { DATABASE_URL } = readEnv({ DATABASE_URL: url() })
await migrate(DATABASE_URL, new URL('../migrations', import.meta.url).pathname)
