import { join } from 'node:path'
import { readEnv } from '@fingerpost/kit/process/env'
import { runMigrations } from '@fingerpost/kit/stores/migrate'
import { clickhouseEnv } from './config.ts'
import { migrate } from './store/migration.repository.ts'

const env = readEnv(clickhouseEnv)
await runMigrations(() => migrate(env, join(import.meta.dirname, '../migrations')))
