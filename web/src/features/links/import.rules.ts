import { completeUrl } from '../../shared/url-input.rules.ts'

/** The fields that a column of a file can be mapped to. */
export const FIELDS = ['url', 'slug', 'tags', 'domain_id'] as const
export type Field = (typeof FIELDS)[number]

/** The column index of each field; -1 if there is none. */
export type Mapping = Record<Field, number>

export interface ImportRow {
  url: string
  slug?: string
  domain_id?: string
  /** Names without duplicates. */
  tags?: string[]
}

const NAMES: Record<Field, RegExp> = {
  url: /^(url|long.?url|destination|target|original.?url|link)$/i,
  slug: /^(slug|back.?half|key|path|alias|keyword|short.?code)$/i,
  tags: /^(tags?|labels?)$/i,
  domain_id: /^(domain(_?id)?|host)$/i,
}

/**
 * A CSV text without the first line `sep=;` that Excel writes, and the delimiter in this line.
 * Without such a line, the delimiter is empty and the parser detects it.
 */
export function splitSeparatorLine(text: string): { delimiter: string; table: string } {
  const line = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text)
  return { delimiter: line?.[1] ?? '', table: text.slice(line?.[0].length ?? 0) }
}

/**
 * Maps columns by common names; without a URL column by name, uses the first that contains URLs.
 */
export function guessMapping(header: readonly string[], rows: readonly string[][]): Mapping {
  const named = (field: Field) => header.findIndex((name) => NAMES[field].test(name.trim()))
  const holdsUrls = header.findIndex((_, i) => rows.some((row) => /^https?:/i.test(row[i] ?? '')))
  const url = named('url')
  const [slug, tags, domain_id] = [named('slug'), named('tags'), named('domain_id')]
  return { url: url < 0 ? holdsUrls : url, slug, tags, domain_id }
}

/** Rows in the form of the API; rows without a URL are omitted. */
export function toImportRows(rows: readonly string[][], mapping: Mapping): ImportRow[] {
  return rows.flatMap((row) => {
    const at = (field: Field) => (mapping[field] < 0 ? '' : (row[mapping[field]] ?? '').trim())
    const [url, slug, domain_id] = [completeUrl(at('url')), at('slug'), at('domain_id')]
    const tags = toNames(at('tags'))
    if (!url) return []
    return [
      {
        url,
        ...(slug && { slug }),
        ...(domain_id && { domain_id }),
        ...(tags.length > 0 && { tags }),
      },
    ]
  })
}

/** Tags of one field, separated by commas or semicolons and deduplicated ignoring case. */
function toNames(field: string): string[] {
  const names = field.split(/[,;|]/).map((name) => name.trim())
  const alike = Map.groupBy(names.filter(Boolean), (name) => name.toLowerCase())
  return [...alike.values()].flatMap((spelled) => spelled.slice(0, 1))
}

/** All tags of the rows, without duplicates. */
export const tagsOf = (rows: readonly ImportRow[]): string[] =>
  toNames(rows.flatMap(({ tags }) => tags ?? []).join())

/** A row that could not be imported completely. */
export interface FailedRow extends ImportRow {
  error: string
}
