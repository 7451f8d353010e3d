import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = createRequire(import.meta.url)
  .resolve('@mantine/core/styles.css')
  .replace(/\.css$/, '')

/** The classes of Mantine in a text, such as `m_77c9d27d`. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))

/** Fails the build if src/app/mantine.css lacks the styles of a component in use. */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = Object.values(bundle)
    const used = classesIn(files.map((it) => (it.type === 'chunk' ? it.code : '')).join('\n'))
    const styles = files.map((it) =>
      it.type === 'asset' && it.fileName.endsWith('.css') ? String(it.source) : '',
    )
    const styled = classesIn(styles.join('\n'))
    const missing = readdirSync(FOLDER)
      .filter((name) => /^\w+\.css$/.test(name))
      .filter((name) => {
        const classes = [...classesIn(readFileSync(join(FOLDER, name), 'utf8'))]
        return classes.some((it) => used.has(it) && !styled.has(it))
      })
    if (missing.length > 0) this.error(`src/app/mantine.css lacks ${missing.join(', ')}`)
  },
}
