import { type FieldError, invalid } from '@fingerpost/kit/problem'
import type { ImportItem, ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import { parse } from 'csv-parse/sync'
import type { Static } from 'typebox'
import type { ImportLinks, ImportQuery } from './import.schema.ts'
import { toLinkBody } from './link.rules.ts'

/** A table of links: what all rows share, and the rows. */
export interface ImportTable {
  target: ImportTarget
  rows: ImportRow[]
}

/** The table of a JSON body. */
export const tableOfBody = (body: Static<typeof ImportLinks>): ImportTable => ({
  target: {
    domainId: body.domain_id,
    folderId: body.folder_id ?? undefined,
    tags: body.tags ?? [],
  },
  rows: body.csv.map(({ url, domain_id, slug }) => ({
    url,
    domain: domain_id === undefined || domain_id === null ? undefined : String(domain_id),
    slug: slug ?? undefined,
  })),
})

const COLUMNS = ['url', 'domain_id', 'domain', 'slug']

/**
 * The table of a CSV text: a header line with `url` and, as it may be, `slug` and `domain_id` or
 * `domain`; other columns are passed over. Throws invalid for what is no such table.
 */
export function tableOfCsv(
  text: string,
  query: Static<typeof ImportQuery>,
  max: number,
): ImportTable {
  if (query.domain_id === undefined) refuse('domain_id', 'required', 'is required')
  const records = read(text, max)
  const [first] = records
  if (!first) throw refuse('csv', 'too_few', 'has no rows')
  if (!('url' in first)) throw refuse('csv', 'required', 'has no column "url"')
  if (records.length > max) throw refuse('csv', 'too_many', `has more than ${max} rows`)
  return {
    target: {
      domainId: query.domain_id ?? 0,
      folderId: query.folder_id,
      tags: query.tags ?? [],
    },
    rows: records.map((record) => ({
      url: record.url ?? '',
      domain: record.domain_id || record.domain || undefined,
      slug: record.slug || undefined,
    })),
  }
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

/** Pieces of a table small enough for one call each. */
export function* pieces<T>(rows: readonly T[], size: number): Generator<{ at: number; rows: T[] }> {
  for (let at = 0; at < rows.length; at += size) yield { at, rows: rows.slice(at, at + size) }
}
