import { readEnv, url } from '@fingerpost/kit/env'
import { migrate } from '@fingerpost/kit/migrate'

const { DATABASE_URL } = readEnv({ DATABASE_URL: url() })
await migrate(DATABASE_URL, new URL('../migrations', import.meta.url).pathname)
