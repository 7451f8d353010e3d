import { join } from 'node:path'
import { readEnv, url } from '@fingerpost/kit/process/env'
import { appliedMigrations, migrate } from '@fingerpost/kit/stores/migrate'
import { runMigrations } from '@fingerpost/kit/stores/run-migrations'

const { DATABASE_URL } = readEnv({ DATABASE_URL: url() })
const folder = join(import.meta.dirname, '../migrations')
await runMigrations({
  folder,
  migrate: () => migrate(DATABASE_URL, folder),
  applied: () => appliedMigrations(DATABASE_URL),
})
