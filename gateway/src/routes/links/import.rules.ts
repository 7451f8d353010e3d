import { type FieldError, invalid } from '@fingerpost/kit/problem'
import { URL_MAX } from '@fingerpost/kit/url'
import type { ImportItem, ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import { parse } from 'csv-parse/sync'
import type { Static } from 'typebox'
import type { ImportLinks } from './import.schema.ts'
import { toLinkBody } from './link.rules.ts'

const DOMAIN_MAX = 255
const SLUG_MAX = 1_024

/** What all rows of a JSON body share. */
export const targetOf = (body: {
  domain_id?: number
  folder_id?: number | null
  tags?: number[] | null
}): ImportTarget => {
  if (body.domain_id === undefined) refuse('domain_id', 'required', 'is required')
  return {
    domainId: body.domain_id ?? 0,
    folderId: body.folder_id ?? undefined,
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

const COLUMNS = ['url', 'domain_id', 'domain', 'slug']

/**
 * The rows of a CSV text: a header line with `url` and, as it may be, `slug` and `domain_id` or
 * `domain`; other columns are passed over. Throws invalid for what is no such table.
 */
export function rowsOfCsv(text: string, max: number): ImportRow[] {
  if (countLines(text) > max * LINES_PER_ROW) refuse('csv', 'too_many', `has more than ${max} rows`)
  if (text.includes('\u0000')) refuse('csv', 'invalid_text', 'must not hold NUL')
  const records = read(text, max)
  const [first] = records
  if (!first) throw refuse('csv', 'too_few', 'has no rows')
  if (!('url' in first)) throw refuse('csv', 'required', 'has no column "url"')
  if (records.length > max) throw refuse('csv', 'too_many', `has more than ${max} rows`)
  return records.map((record) => ({
    url: record.url ?? '',
    domain: record.domain_id || record.domain || undefined,
    slug: record.slug || undefined,
  }))
}

/** Blank lines are no rows, but each costs as much to read. */
const LINES_PER_ROW = 10

function countLines(text: string): number {
  let lines = 1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 13) lines++
  }
  return lines
}

function read(text: string, max: number): Record<string, string | undefined>[] {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) =>
        names.map((name) => {
          const column = name.trim().toLowerCase()
          return COLUMNS.includes(column) ? column : false
        }),
      relax_column_count: true,
      skip_empty_lines: true,
      to: max + 1,
      trim: true,
    })
  } catch (error) {
    throw refuse('csv', 'invalid_format', `cannot be read: ${(error as Error).message}`)
  }
}

function refuse(field: string, code: string, detail: string): never {
  throw invalid([{ field, code, detail } satisfies FieldError])
}

/** What came of a row, as the interface shows it. */
export const toItemBody = ({ index, link, error }: ImportItem) => ({
  index,
  link: link ? toLinkBody(link) : null,
  error: error ? { ...error, field: error.field || null } : null,
})

/**
 * Pieces of a table small enough for one call each, as JSON. Texts that no link can have are cut where
 * they are too long already, so that what they are refused for stays the same.
 */
export function* piecesOf(
  rows: readonly ImportRow[],
  max: { rows: number; characters: number },
): Generator<string> {
  let piece: string[] = []
  let characters = 0
  for (const { url, domain, slug } of rows) {
    const row = JSON.stringify({
      url: url.slice(0, URL_MAX + 1),
      domain: domain?.slice(0, DOMAIN_MAX + 1),
      slug: slug?.slice(0, SLUG_MAX + 1),
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
