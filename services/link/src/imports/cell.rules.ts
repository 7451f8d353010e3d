import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import type { AbRow, GeoRow } from '../links/row.schema.ts'
import { replaceAb, replaceGeo } from '../variants/variant.rules.ts'

/** Cells of a row by column name; `tags`, `ab` and `geo` hold JSON. */
export type Cells = Record<string, string>

export interface Variants {
  ab: AbRow[]
  geo: GeoRow[]
}

/** The maximum in catalog, in code points. */
const NAME_MAX = 64
/** More than the maximum number of tags of a link. */
const NAMES_MAX = 100

/** The distinct tag names of a row; undefined if the cell is not an array of strings. */
export function tagNames({ tags }: Cells): string[] | undefined {
  const names = listOf(tags)
  if (!names || names.length > NAMES_MAX) return undefined
  return names.every((name) => typeof name === 'string') ? [...new Set(names)] : undefined
}

/** Whether this can be the name of a folder or tag. Other names are not sent to catalog. */
export const isLabelName = (name: string) => [...name].length <= NAME_MAX && !/\p{Cc}/u.test(name)

/** The destinations of a row's A/B and geo links; unreadable ones are skipped. */
export const variantUrls = ({ ab, geo }: Cells): string[] =>
  [ab, geo].flatMap((text) =>
    (listOf(text) ?? []).flatMap((item) => (hasUrl(item) ? [item.url] : [])),
  )

/** The A/B and geo links of a row, without assigned ids, or the error in their cells. */
export function readVariants(cells: Cells): Variants | FieldError {
  const ab = listOf(cells.ab)
  if (!ab?.every(isAb)) return malformed('ab', '[{"url": "https://…", "percent": 50}]')
  const geo = listOf(cells.geo)
  if (!geo?.every(isGeo)) return malformed('geo', '[{"url": "https://…", "country": "DE"}]')
  let field = 'ab'
  try {
    const variants = { ab: replaceAb(ab.map(withoutId), [], []), geo: [] as GeoRow[] }
    field = 'geo'
    variants.geo = replaceGeo(geo.map(withoutId), [], [])
    return variants
  } catch (error) {
    const [first] = error instanceof Problem ? error.errors : []
    if (!first) throw error
    return { ...first, field, detail: `${first.field.replace('items.', '')} ${first.detail}` }
  }
}

/** Parses a JSON array; an empty cell is an empty array, undefined for other text. */
function listOf(text: string | undefined): unknown[] | undefined {
  if (!text) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

const hasUrl = (it: unknown): it is { url: string } =>
  typeof (it as { url?: unknown } | null)?.url === 'string'
const isAb = (it: unknown): it is AbRow =>
  hasUrl(it) && typeof (it as { percent?: unknown }).percent === 'number'
const isGeo = (it: unknown): it is GeoRow =>
  hasUrl(it) && typeof (it as { country?: unknown }).country === 'string'

/** Drops the ids in an exported table: they belong to the links that were exported. */
const withoutId = <T extends { id: number }>({ id: _, ...item }: T): Omit<T, 'id'> => item

const malformed = (field: string, example: string): FieldError => ({
  field,
  code: 'invalid_format',
  detail: `must be a JSON array such as ${example}`,
})
