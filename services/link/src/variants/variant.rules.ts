import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import {
  LIST_RULES,
  LISTS_BYTES,
  type ListField,
  type ListItem,
  listsOf,
} from '@fingerpost/protos/redirect-rules'
import { LISTS, type ListKind } from './list.rules.ts'

interface Item {
  id?: number | undefined
  url: string
}

/** An item of a new list; without an id, it is new. */
export type NewItem<F extends ListField> = Item & Omit<ListItem<F>, 'id' | 'url'>

/** The new list of a link. Throws invalid with all errors; their paths begin with `path`. */
export function replaceList<F extends ListField>(
  field: F,
  items: readonly NewItem<F>[],
  held: readonly { id: number }[],
  newIds: readonly number[],
  path = 'items',
): ListItem<F>[] {
  const kind = LISTS[field] as unknown as ListKind<unknown>
  const { max } = LIST_RULES[field]
  const errors = checkItems(items, held, max, path)
  // Reading the conditions of too many items would take long.
  if (items.length > max) refuse(errors)
  const values = kind.read(items, (i, name, code, detail) =>
    errors.push({ field: `${path}.${i}.${name}`, code, detail }),
  )
  refuse(errors)
  kind.combine?.(values)
  const idOf = idsFor(items, newIds)
  return items.map(({ url }, i) => ({
    id: idOf(i),
    url: canonicalUrl(url),
    ...(values[i] as object),
  })) as ListItem<F>[]
}

/** What `replaceList` says about a list. */
export function faultsOf<F extends ListField>(
  ...list: Parameters<typeof replaceList<F>>
): readonly FieldError[] {
  try {
    replaceList(...list)
    return []
  } catch (error) {
    if (error instanceof Problem) return error.errors
    throw error
  }
}

/** The items as those of a link that has none of them. */
export const withoutIds = <T extends object>(items: readonly T[]) =>
  items.map((item) => ({ ...item, id: undefined }))

/** The destinations of the items of a list, by the path of the field. */
export const urlsOf = (path: string, items: readonly { url: string }[] = []) =>
  Object.fromEntries(items.map(({ url }, i) => [`${path}.${i}.url`, url]))

/** What is wrong with lists that are too large for a link. */
export function checkBytes(
  lists: Record<ListField, unknown>,
): Omit<FieldError, 'field'> | undefined {
  const text = JSON.stringify(listsOf(lists), (key, value) =>
    key === 'id' || (key === 'rules' && value.length === 0) ? undefined : value,
  )
  if (Buffer.byteLength(text) <= LISTS_BYTES) return undefined
  const detail = `all lists of a link must not be larger than ${LISTS_BYTES} bytes together`
  return { code: 'too_long', detail }
}

/** The number of new ids that these items need. */
export const countNew = (items: readonly Item[]) =>
  items.filter(({ id }) => id === undefined).length

function checkItems(
  items: readonly Item[],
  held: readonly { id: number }[],
  max: number,
  path: string,
) {
  const errors: FieldError[] = []
  const known = new Set(held.map(({ id }) => id))
  const seen = new Set<number>()
  if (items.length > max) {
    errors.push({ field: path, code: 'too_many', detail: `must not be more than ${max}` })
  }
  for (const [i, { id, url }] of items.entries()) {
    const fault = checkUrl(url)
    if (fault) errors.push({ field: `${path}.${i}.url`, ...fault })
    if (id === undefined) continue
    if (!known.has(id) || seen.has(id)) {
      const detail = known.has(id) ? 'is listed twice' : 'is not one of this link'
      errors.push({ field: `${path}.${i}.id`, code: 'invalid_reference', detail })
    }
    seen.add(id)
  }
  return errors
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const strange = errors.every(({ code }) => code === 'invalid_reference')
  const code = strange ? 'invalid_reference' : 'invalid_request'
  throw new Problem('invalid', code, `${errors.length} fields are invalid.`, errors)
}

function idsFor(items: readonly Item[], newIds: readonly number[]): (i: number) => number {
  let made = 0
  const ids = items.map(({ id }) => id ?? newIds[made++] ?? 0)
  return (i) => ids[i] ?? 0
}
