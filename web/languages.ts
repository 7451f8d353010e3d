import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const MESSAGES = join(import.meta.dirname, 'src', 'messages')

/** The languages that have messages. */
export const LANGUAGES = readdirSync(MESSAGES, { withFileTypes: true })
  .filter((it) => it.isDirectory())
  .map(({ name }) => name)

/** Compiles the messages of one language into the pages, as index.<language>.html. */
export const inLanguage = (language: string): Plugin => ({
  name: 'language',
  enforce: 'pre',
  resolveId(source) {
    return source.startsWith('#messages/')
      ? join(MESSAGES, language, source.slice('#messages/'.length))
      : null
  },
  async transformIndexHtml(html) {
    const { text } = await import(pathToFileURL(join(MESSAGES, language, 'app.ts')).href)
    return html.replace('lang="en"', `lang="${language}"`).replace('NO_SCRIPT', text.noScript)
  },
  writeBundle({ dir = 'dist' }) {
    renameSync(join(dir, 'index.html'), join(dir, `index.${language}.html`))
  },
})
