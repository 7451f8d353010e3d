import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import {
  LIST_FIELDS,
  type ListField,
  type Lists,
  type ValueType,
  valueTypes,
} from '@fingerpost/protos/redirect-rules'
import { LISTS } from '../variants/list.rules.ts'
import { checkBytes, type NewItem, replaceList } from '../variants/variant.rules.ts'

/** Cells of a row by column name; `tags`, `also` and lists of destinations hold JSON. */
export type Cells = Record<string, string>

/** More than the maximum number of tags of a link. */
const NAMES_MAX = 100

/** The distinct tag names of a row; undefined if the cell is not an array of strings. */
export function tagNames({ tags }: Cells): string[] | undefined {
  const names = listOf(tags)
  if (!names || names.length > NAMES_MAX) return undefined
  return names.every((name) => typeof name === 'string') ? [...new Set(names)] : undefined
}

/** Further addresses of the link of a row; unreadable ones are skipped. */
export const alsoOf = (cell: string): { domain?: string; slug: string }[] =>
  (listOf(cell) ?? []).filter(
    (it): it is { domain?: string; slug: string } =>
      typeof (it as { slug?: unknown } | null)?.slug === 'string',
  )

/** The destinations in the lists of a row; unreadable ones are skipped. */
export const variantUrls = (cells: Cells): string[] =>
  LIST_FIELDS.flatMap((field) =>
    (listOf(cells[field]) ?? []).flatMap((item) => (hasUrl(item) ? [item.url] : [])),
  )

/** The lists of a row, without assigned ids, or the error in their cells. */
export function readVariants(cells: Cells): Lists | FieldError {
  const given: Partial<Record<ListField, readonly unknown[]>> = {}
  for (const field of LIST_FIELDS) {
    const items = listOf(cells[field])
    if (!items?.every((item) => isItem(field, item))) return malformed(field)
    given[field] = items.map(withoutId)
  }
  const variants: Partial<Record<ListField, unknown>> = {}
  for (const field of LIST_FIELDS) {
    try {
      variants[field] = replaceList(field, given[field] as NewItem<ListField>[], [], [])
    } catch (error) {
      const [first] = error instanceof Problem ? error.errors : []
      if (!first) throw error
      return { ...first, field, detail: `${first.field.replace('items.', '')} ${first.detail}` }
    }
  }
  const fault = checkBytes(variants as Lists)
  if (!fault) return variants as Lists
  const bytes = (field: ListField) => cells[field]?.length ?? 0
  const [largest = ''] = LIST_FIELDS.toSorted((one, other) => bytes(other) - bytes(one))
  return { field: largest, ...fault }
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
const isItem = (field: ListField, it: unknown): boolean =>
  hasUrl(it) &&
  Object.entries(valueTypes(field)).every(([name, type]) =>
    isOfType[type]((it as unknown as Record<string, unknown>)[name]),
  )
const isOfType: Record<ValueType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  conditions: Array.isArray,
}

/** Drops the ids in an exported table: they belong to the links that were exported. */
const withoutId = (item: unknown): object => ({ ...(item as object), id: undefined })

function malformed(field: ListField): FieldError {
  const example = JSON.stringify([{ url: 'https://…', ...LISTS[field].example }])
  return { field, code: 'invalid_format', detail: `must be a JSON array such as ${example}` }
}
