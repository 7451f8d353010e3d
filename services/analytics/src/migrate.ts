import { join } from 'node:path'
import { readEnv } from '@fingerpost/kit/process/env'
import { clickhouseEnv } from './config.ts'
import { migrate } from './store/migration.repository.ts'

await migrate(readEnv(clickhouseEnv), join(import.meta.dirname, '../migrations'))
