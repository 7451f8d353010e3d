import { invalid, Problem } from '@fingerpost/kit/http/problem'
import { COLUMNS_MAX, type OtherTable, type Sheet } from './sheet.schema.ts'

/** How deep below the top a list of links may be. */
const DEPTH = 3

/** The links in a parsed JSON body as a table, if it has a list of objects. */
export function sheetOfJson(body: unknown, max: number): Sheet | undefined {
  for (let level = [{ name: '', value: body }], depth = 0; depth <= DEPTH; depth++) {
    const lists = level.flatMap(({ name, value }) => (isRecords(value) ? [{ name, value }] : []))
    const [longest, ...others] = lists.toSorted((a, b) => b.value.length - a.value.length)
    if (longest) {
      const tables = others.map(({ name, value }) => ({ name, rows: value.length }))
      return sheetOfRecords(longest.value, max, tables)
    }
    level = level.flatMap(({ value }) =>
      isObject(value) ? Object.entries(value).map(([name, it]) => ({ name, value: it })) : [],
    )
  }
  return undefined
}

/** The links of an NDJSON text, one per line, as a table. */
export function sheetOfLines(text: string, max: number): Sheet {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) refuse('too_few', 'has no rows')
  const records = lines.map((line, index) => {
    const record = parseJson(line, `The line with index ${index}`)
    if (!isObject(record)) refuse('invalid_type', `has no object in the line with index ${index}`)
    return record
  })
  return sheetOfRecords(records, max)
}

function sheetOfRecords(
  records: readonly Record<string, unknown>[],
  max: number,
  tables: OtherTable[] = [],
): Sheet {
  if (records.length > max) refuse('too_many', `has more than ${max} rows`)
  const names = new Set<string>()
  for (const record of records) {
    for (const name of Object.keys(record)) names.add(name)
    if (names.size > COLUMNS_MAX) refuse('too_many', `has more than ${COLUMNS_MAX} fields`)
  }
  const columns = [...names]
  const rows = records.map((record) => ({ cells: columns.map((name) => textOf(record[name])) }))
  return { columns, rows, tables }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecords = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

/**
 * Parses JSON, also with quotes, control characters and escapes in texts that are not escaped, as
 * some services write it. Throws invalid for anything else, such as a text that is cut off.
 */
export function parseJson(text: string, what = 'The body'): unknown {
  for (const form of [() => text, () => escapeTexts(text)]) {
    try {
      return JSON.parse(form())
    } catch {}
  }
  throw new Problem('invalid', 'invalid_json', `${what} is not valid JSON.`)
}

/** What may follow a text: the colon of a name, the end of a list or object, the next item. */
const AFTER_TEXT = /\s*(?:[:}\]]|,\s*["{[\dtfn-]|$)/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy

/** Escapes what must be escaped in the texts of a JSON text. */
function escapeTexts(text: string): string {
  const parts: string[] = []
  let inText = false
  for (let i = 0; i < text.length; ) {
    let part = text[i] ?? ''
    const at = (form: RegExp, from: number) => {
      form.lastIndex = from
      return form.exec(text)?.[0]
    }
    if (part === '"' && !inText) inText = true
    else if (part === '"' && at(AFTER_TEXT, i + 1) !== undefined) inText = false
    else if (inText) {
      const escaped = at(ESCAPE, i)
      if (escaped) part = escaped
      else if (part === '"' || part === '\\' || part < ' ') {
        parts.push(JSON.stringify(part).slice(1, -1))
        i++
        continue
      }
    }
    parts.push(part)
    i += part.length
  }
  return parts.join('')
}

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'lines', code, detail }])
}
