import { join } from 'node:path'
import { runPostgresMigrations } from '@fingerpost/kit/stores/migrate'

await runPostgresMigrations(join(import.meta.dirname, '../migrations'))
