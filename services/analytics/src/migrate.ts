import { join } from 'node:path'
import { readEnv } from '@fingerpost/kit/process/env'
import { runMigrations } from '@fingerpost/kit/stores/run-migrations'
import { clickhouseEnv } from './config.ts'
import { appliedMigrations, migrate } from './store/migration.repository.ts'

const place = readEnv(clickhouseEnv)
const folder = join(import.meta.dirname, '../migrations')
await runMigrations({
  folder,
  migrate: () => migrate(place, folder),
  applied: () => appliedMigrations(place),
})
