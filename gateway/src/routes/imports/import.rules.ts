import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { URL_MAX } from '@fingerpost/kit/net/url'
import type { ImportItem, ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Static } from 'typebox'
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
  for (const { url, domain, slug, ...rest } of rows) {
    const row = JSON.stringify({
      ...rest,
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
