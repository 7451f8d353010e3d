import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from './page.ts'

const page = join(import.meta.dirname, '..', '..', 'docs/settings.md')
writeFileSync(page, await settingsPage())
