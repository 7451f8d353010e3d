import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@fingerpost/messages'
import { build } from 'vite'
import { configFor } from './vite.config.ts'

/** Builds the dashboard once for each language. Files without texts are shared. */
rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true })
for (const language of LANGUAGES) {
  await build({ ...configFor(language), configFile: false, logLevel: 'warn' })
}
