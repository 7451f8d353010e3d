import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@fingerpost/messages'
import { type Plugin, parseSync, Visitor } from 'vite'
import { NO_SCRIPT } from './src/messages/no-script.ts'

const MESSAGES = join(import.meta.dirname, 'src', 'messages')

/** Compiles the messages of one language into the pages, as index.<language>.html. */
export const inLanguage = (language: Language): Plugin => ({
  name: 'language',
  enforce: 'pre',
  config: () => ({ define: { 'import.meta.env.LANGUAGE': JSON.stringify(language) } }),
  transform: (code, path) => (path.startsWith(MESSAGES) ? only(language, path, code) : null),
  transformIndexHtml: (html) =>
    html.replace('lang="en"', `lang="${language}"`).replace('NO_SCRIPT', NO_SCRIPT[language]),
  writeBundle({ dir = 'dist' }) {
    renameSync(join(dir, 'index.html'), join(dir, `index.${language}.html`))
  },
})

/** The code with the text of one language in place of each message. */
function only(language: Language, path: string, code: string) {
  let [made, done] = ['', 0]
  new Visitor({
    ObjectExpression: ({ properties, start, end }) => {
      const text = properties.find(
        (it) => it.type === 'Property' && it.key.type === 'Identifier' && it.key.name === language,
      )
      if (text?.type !== 'Property') return
      made += code.slice(done, start) + code.slice(text.value.start, text.value.end)
      done = end
    },
  }).visit(parseSync(path, code).program)
  return { code: made + code.slice(done), map: null }
}
