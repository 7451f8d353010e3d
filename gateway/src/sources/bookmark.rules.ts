import { invalid } from '@fingerpost/kit/http/problem'
import { Parser } from 'htmlparser2'
import type { Sheet } from './sheet.schema.ts'

/** The columns of bookmarks, by the attributes of the Netscape form. */
const COLUMNS = { href: 'HREF', add_date: 'ADD_DATE', shortcuturl: 'SHORTCUTURL', tags: 'TAGS' }
const NAMES = [...Object.values(COLUMNS), 'TITLE', 'FOLDER', 'DD']

/** Elements in one another; the parser searches all of them for the start of each end tag. */
const DEPTH_MAX = 500

/** Bookmarks that a browser has exported, as a table. Throws invalid without any. */
export function sheetOfBookmarks(html: string, max: number): Sheet {
  const links: Record<string, string>[] = []
  const folders: string[] = []
  /** The heading that names the next list. */
  let heading = ''
  let depth = 0
  let target: 'TITLE' | 'DD' | 'heading' | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > DEPTH_MAX) refuse('too_deep', `must not nest deeper than ${DEPTH_MAX} levels`)
      if (name === 'dl') {
        folders.push(heading)
        heading = ''
      }
      if (name === 'a') {
        const given = Object.entries(COLUMNS).map(([key, column]) => [
          column,
          attributes[key] ?? '',
        ])
        links.push({ ...Object.fromEntries(given), FOLDER: folders.at(-1) ?? '' })
        if (links.length > max) refuse('too_many', `has more than ${max} rows`)
      }
      if (name === 'h3') {
        // The toolbar and the menu of the browser are no folders.
        const isOwn = Object.keys(attributes).some((it) => OF_BROWSER.test(it))
        heading = ''
        target = isOwn ? undefined : 'heading'
      } else target = name === 'a' ? 'TITLE' : name === 'dd' ? 'DD' : undefined
    },
    ontext(text) {
      const link = links.at(-1)
      if (target === 'heading') heading += text
      else if (target && link) link[target] = (link[target] ?? '') + text
    },
    onclosetag(name) {
      depth--
      if (name === 'dl') folders.pop()
      if (name !== 'p') target = undefined
    },
  })
  parser.write(html)
  parser.end()
  if (links.length === 0) refuse('too_few', 'has no bookmarks')
  const rows = links.map((link) => ({ cells: NAMES.map((name) => (link[name] ?? '').trim()) }))
  return { columns: NAMES, rows, tables: [] }
}

const OF_BROWSER = /^(?:personal_toolbar_folder|unfiled_bookmarks_folder|mobile_folder)$/

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'html', code, detail }])
}
