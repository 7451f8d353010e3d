import { readEnv } from '@fingerpost/kit/process/env'
import { clickhouseEnv } from './config.ts'
import { migrate } from './store/migration.repository.ts'

await migrate(readEnv(clickhouseEnv), new URL('../migrations', import.meta.url).pathname)
