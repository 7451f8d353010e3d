import { join } from 'node:path'
import { readEnv, url } from '@fingerpost/kit/process/env'
import { migrate, runMigrations } from '@fingerpost/kit/stores/migrate'

const { DATABASE_URL } = readEnv({ DATABASE_URL: url() })
await runMigrations(() => migrate(DATABASE_URL, join(import.meta.dirname, '../migrations')))
