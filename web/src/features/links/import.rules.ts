/** What a column of a file may mean. */
export const FIELDS = ['url', 'slug', 'tags', 'domain_id'] as const
export type Field = (typeof FIELDS)[number]

/** Which column holds what, by the column's place; -1 where none does. */
export type Mapping = Record<Field, number>

export interface ImportRow {
  url: string
  slug?: string
  domain_id?: string
  /** By name, each once. */
  tags?: string[]
}

const NAMES: Record<Field, RegExp> = {
  url: /^(url|long.?url|destination|target|original.?url|link)$/i,
  slug: /^(slug|back.?half|key|path|alias|keyword|short.?code)$/i,
  tags: /^(tags?|labels?)$/i,
  domain_id: /^(domain(_?id)?|host)$/i,
}

/**
 * A CSV text without the first line `sep=;` that Excel writes, and the delimiter that this line names; without
 * such a line the delimiter is empty, which has the parser detect it.
 */
export function splitSeparatorLine(text: string): { delimiter: string; table: string } {
  const line = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text)
  return { delimiter: line?.[1] ?? '', table: text.slice(line?.[0].length ?? 0) }
}

/** The columns that are called as one would call them; without an address by name, the first that holds any. */
export function guessMapping(header: readonly string[], rows: readonly string[][]): Mapping {
  const named = (field: Field) => header.findIndex((name) => NAMES[field].test(name.trim()))
  const holdsUrls = header.findIndex((_, i) => rows.some((row) => /^https?:/i.test(row[i] ?? '')))
  const url = named('url')
  const [slug, tags, domain_id] = [named('slug'), named('tags'), named('domain_id')]
  return { url: url < 0 ? holdsUrls : url, slug, tags, domain_id }
}

/** Rows as the API takes them; lines without an address are left out. */
export function toImportRows(rows: readonly string[][], mapping: Mapping): ImportRow[] {
  return rows.flatMap((row) => {
    const at = (field: Field) => (mapping[field] < 0 ? '' : (row[mapping[field]] ?? '').trim())
    const [url, slug, domain_id] = [at('url'), at('slug'), at('domain_id')]
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

/** Tags of one field, between commas or semicolons. Names that differ by case alone are one tag. */
function toNames(field: string): string[] {
  const names = field.split(/[,;|]/).map((name) => name.trim())
  const alike = Map.groupBy(names.filter(Boolean), (name) => name.toLowerCase())
  return [...alike.values()].flatMap((spelled) => spelled.slice(0, 1))
}

/** Every tag that rows name, once. */
export const tagsOf = (rows: readonly ImportRow[]): string[] =>
  toNames(rows.flatMap(({ tags }) => tags ?? []).join())

/** A row that was not made of it what it says. */
export interface FailedRow extends ImportRow {
  error: string
}
