import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { unmarkFormula } from '@fingerpost/kit/text/formula'
import { parse } from 'csv-parse/sync'
import { isKnown } from './column.rules.ts'
import { COLUMNS_MAX, type Sheet, type SheetRow } from './sheet.schema.ts'

/** Spreadsheets in many locales write semicolons, because the comma is their decimal separator. */
const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i

/**
 * A CSV text as a table. Rows without values are left out; columns without a name are named by their place.
 * Throws invalid for a text that is no table.
 */
export function sheetOfCsv(text: string, max: number): Sheet {
  limitLines(text, max)
  if (text.includes('\u0000')) refuse('invalid_text', 'must not contain NUL')
  const { delimiter, table } = delimiterOf(text)
  const [first = [], ...others] = read(table, delimiter, max + 2)
  const hasHeader = first.some(isKnown) || !first.some((cell) => /^https?:\/\//i.test(cell))
  const records = hasHeader ? others : [first, ...others]
  if (first.length > COLUMNS_MAX) refuse('too_many', `has more than ${COLUMNS_MAX} columns`)
  if (hasHeader) checkNames(first)
  const columns = first.map((name, i) => (hasHeader && name) || `column ${i + 1}`)
  if (records.length === 0) refuse('too_few', 'has no rows')
  if (records.length > max) refuse('too_many', `has more than ${max} rows`)
  const rows = records.map((cells) => rowOf(cells, columns))
  const last = rows.at(-1)
  // A file that was cut off may end in the middle of a URL.
  if (last && last.cells.length < columns.length && !/[\r\n]$/.test(table)) {
    rows[rows.length - 1] = { ...last, fault: CUT_OFF }
  }
  return { columns, rows, tables: [] }
}

const CUT_OFF: FieldError = {
  field: 'row',
  code: 'incomplete',
  detail: 'is the last one and has fewer cells than the header; the file may be cut off',
}

function rowOf(cells: readonly string[], columns: readonly string[]): SheetRow {
  if (cells.slice(columns.length).every((cell) => cell === '')) return { cells }
  const detail = `has ${cells.length} cells, but the header has ${columns.length}`
  return { cells, fault: { field: 'row', code: 'too_many', detail } }
}

function checkNames(columns: readonly string[]): void {
  const keys = columns.map((name) => name.toLowerCase())
  const twice = columns.filter((_, i) => keys[i] && keys.indexOf(keys[i]) < i)
  if (twice.length > 0) {
    refuse('duplicate_column', `has the column ${quote(twice[0] ?? '')} more than once`)
  }
}

/** The separator: declared by a first line `sep=;`, or else the one that yields most known columns. */
function delimiterOf(text: string): { delimiter: string; table: string } {
  const named = SEPARATOR_LINE.exec(text)
  if (named?.[1]) return { delimiter: named[1], table: text.slice(named[0].length) }
  // Spreadsheets write lines of separators for empty rows.
  const [header = ''] = text.slice(Math.max(text.search(/[^\s,;|"\ufeff]/), 0)).split(/[\r\n]/, 1)
  const scores = DELIMITERS.map((delimiter) => {
    const names = header.split(delimiter).map((name) => name.replaceAll(/["\ufeff]/g, ''))
    return names.filter(isKnown).length + names.length / 1_000
  })
  return { delimiter: DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',', table: text }
}

/** Blank lines are not rows, but each costs as much to parse. */
const LINES_PER_ROW = 10

/** Throws invalid for a text with more lines than `max` rows may take. */
export function limitLines(text: string, max: number): void {
  let lines = 1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 13) lines++
  }
  if (lines > max * LINES_PER_ROW) refuse('too_many', `has more than ${max} rows`)
}

function read(table: string, delimiter: string, to: number): string[][] {
  try {
    return parse(table, {
      bom: true,
      cast: (cell, { quoting }) =>
        cell === '\\N' || (cell === 'NULL' && !quoting) ? '' : unmarkFormula(cell),
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to,
      trim: true,
    }) as string[][]
  } catch (error) {
    throw refuse('invalid_format', `cannot be read: ${(error as Error).message.slice(0, 300)}`)
  }
}

const quote = (name: string) => JSON.stringify(name.slice(0, 64))

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'csv', code, detail }])
}
