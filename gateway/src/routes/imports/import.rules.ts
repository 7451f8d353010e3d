import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { URL_MAX } from '@fingerpost/kit/net/url'
import { unmarkFormula } from '@fingerpost/kit/text/formula'
import type { ImportItem, ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import { toLinkBody } from '@fingerpost/protos/link-body'
import { parse } from 'csv-parse/sync'
import type { Static } from 'typebox'
import { addressOf } from '../links/address.rules.ts'
import { cutCell, namesOf } from '../links/cell.rules.ts'
import { CELLS, EXPORT_ONLY, IMPORT_COLUMNS } from '../links/column.schema.ts'
import type { ImportLinks } from './import.schema.ts'

const DOMAIN_MAX = 255
const SLUG_MAX = 1_024

/** Fields shared by all rows of a JSON body. */
export const targetOf = (body: {
  domain_id?: number
  folder_id?: number | null
  tags?: number[] | null
}): ImportTarget => {
  if (body.domain_id === undefined) refuse('domain_id', 'required', 'is required')
  return {
    domain_id: body.domain_id ?? 0,
    folder_id: body.folder_id ?? undefined,
    tags: body.tags ?? [],
  }
}

/** The rows of a JSON body. */
export const rowsOfBody = ({ csv }: Static<typeof ImportLinks>): ImportRow[] =>
  csv.map(({ url, domain_id, slug }) => ({
    url,
    domain: domain_id === undefined || domain_id === null ? undefined : String(domain_id),
    slug: slug ?? undefined,
  }))

export const CELL_MAX = URL_MAX + 1
/** Spreadsheets in many locales write semicolons, because the comma is their decimal separator. */
const DELIMITERS = [',', ';', '\t']
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i

/**
 * The rows of a CSV text separated by commas, semicolons or tabs: a header line with `url` and,
 * optionally, other columns of an export. Empty rows and columns without a name are left out. Throws
 * invalid for other texts and for unknown columns.
 */
export function rowsOfCsv(text: string, max: number): ImportRow[] {
  limitLines(text, max)
  if (text.includes('\u0000')) refuse('csv', 'invalid_text', 'must not contain NUL')
  const records = read(text, max)
  const [first] = records
  if (!first) throw refuse('csv', 'too_few', 'has no rows')
  if (!('url' in first)) throw refuse('csv', 'required', 'has no column "url"')
  if (records.length > max) throw refuse('csv', 'too_many', `has more than ${max} rows`)
  return records.map((record) => ({
    url: record.url ?? '',
    ...addressOf({
      domain: record.domain_id || record.domain || undefined,
      slug: record.slug,
      short_url: record.short_url,
    }),
    cells: cellsOf(record),
  }))
}

function cellsOf(record: Record<string, string | undefined>): ImportRow['cells'] {
  const cells = CELLS.flatMap((name) => {
    const text = record[name]
    if (!text) return []
    const value = name === 'tags' ? JSON.stringify(namesOf(text)) : text
    return [[name, cutCell(name, value, CELL_MAX)] as const]
  })
  return cells.length > 0 ? { values: Object.fromEntries(cells) } : undefined
}

/** The separator: declared by a first line `sep=;`, or else the one that yields a column `url`. */
function delimiterOf(text: string): { delimiter: string; table: string } {
  const named = SEPARATOR_LINE.exec(text)
  if (named?.[1]) return { delimiter: named[1], table: text.slice(named[0].length) }
  // Spreadsheets write lines of separators for empty rows.
  const [header = ''] = text.slice(Math.max(text.search(/[^\s,;"\ufeff]/), 0)).split(/[\r\n]/, 1)
  const names = (delimiter: string) =>
    header.split(delimiter).map((name) =>
      name
        .replaceAll(/["\ufeff]/g, '')
        .trim()
        .toLowerCase(),
    )
  const delimiter = DELIMITERS.find((it) => names(it).includes('url')) ?? ','
  return { delimiter, table: text }
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
  if (lines > max * LINES_PER_ROW) refuse('csv', 'too_many', `has more than ${max} rows`)
}

function read(text: string, max: number): Record<string, string | undefined>[] {
  const { delimiter, table } = delimiterOf(text)
  const unknown: string[] = []
  try {
    const records = parse(table, {
      bom: true,
      delimiter,
      columns: (names: string[]) =>
        names.map((name) => {
          const column = name.trim().toLowerCase()
          if (column === '') return false
          if (IMPORT_COLUMNS.includes(column)) return column
          if (!EXPORT_ONLY.includes(column)) unknown.push(name.slice(0, 64))
          return false
        }),
      cast: unmarkFormula,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: max + 1,
      trim: true,
    }) as Record<string, string | undefined>[]
    if (unknown.length === 0 || !records[0] || !('url' in records[0])) return records
  } catch (error) {
    throw refuse('csv', 'invalid_format', `cannot be read: ${(error as Error).message}`)
  }
  const detail = `has the unknown columns ${unknown.slice(0, 10).join(', ')}`
  throw refuse('csv', 'unknown_column', `${detail}; known are ${IMPORT_COLUMNS.join(', ')}`)
}

function refuse(field: string, code: string, detail: string): never {
  throw invalid([{ field, code, detail } satisfies FieldError])
}

/** The result of a row, as the API returns it. */
export const toItemBody = ({ index, link, error }: ImportItem) => ({
  index,
  link: link ? toLinkBody(link) : null,
  error: error ? { ...error, field: error.field || null } : null,
})

/**
 * Splits a table into pieces small enough for one call each, as JSON. Texts longer than any valid
 * value are truncated where they are already too long, so they are rejected for the same reason.
 */
export function* piecesOf(
  rows: readonly ImportRow[],
  max: { rows: number; characters: number },
): Generator<string> {
  let piece: string[] = []
  let characters = 0
  for (const { url, domain, slug, cells } of rows) {
    const row = JSON.stringify({
      url: url.slice(0, URL_MAX + 1),
      domain: domain?.slice(0, DOMAIN_MAX + 1),
      slug: slug?.slice(0, SLUG_MAX + 1),
      cells,
    } satisfies ImportRow)
    if (piece.length === max.rows || characters + row.length > max.characters) {
      yield `[${piece}]`
      piece = []
      characters = 0
    }
    piece.push(row)
    characters += row.length
  }
  if (piece.length > 0) yield `[${piece}]`
}
