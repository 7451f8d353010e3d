import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LANGUAGES, type Language } from '@fingerpost/messages'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { inLanguage } from './languages.ts'
import { mantineStyles } from './mantine-styles.ts'
import { worldMap } from './world.ts'

const WORTH_BYTES = 1_024
/** The maximum: 7 % smaller than 9, for two seconds of a build. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** What nearly every page needs, in one file: as many small ones, it would be 6 % larger. */
const common = {
  name: 'common',
  test: /@tanstack|floating-ui|components.(Combobox|FocusTrap|Input|MultiSelect|Pill|Popover|ScrollArea|Select|Transition)/,
}

/** The same for files of the dashboard, some of which have texts. */
const shared = {
  name: 'shared',
  test: /src.(api|shared).(choices|exporting|filled|filters|icons|KeyHint|language|local-time|me|problem|SearchField)|choice\.queries/,
}

/**
 * Compressed at build time instead of per request. The gateway fills in the index, so it is
 * excluded.
 */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg|json)$/.test(name)) continue
      const path = join(dir, name)
      if (existsSync(`${path}.br`)) continue
      const bytes = readFileSync(path)
      if (bytes.length < WORTH_BYTES) continue
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI))
      writeFileSync(`${path}.gz`, gzipSync(bytes))
    }
  },
}

export const configFor = (language: Language): UserConfig => ({
  base: '/app/',
  plugins: [inLanguage(language), react(), worldMap, mantineStyles, precompress],
  // The gateway replaces this with a new nonce in each response.
  html: { cspNonce: 'NONCE' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [common, shared] } } },
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/app/session': 'http://localhost:8080' } },
})

/** The development server, in the language that `--mode` names or in English. */
// biome-ignore lint/style/noDefaultExport: vite asks for one.
export default defineConfig(({ mode }) => configFor(LANGUAGES.find((it) => it === mode) ?? 'en'))
