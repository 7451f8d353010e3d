import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { AbRow, GeoRow } from '../links/row.schema.ts'
import { COUNTRIES } from './country.rules.ts'

export const AB_MAX = 20
export const GEO_MAX = 250
/** Percentages are decimals: three times a third must add up to 100. */
const TOLERANCE = 1e-6

interface Item {
  id?: number | undefined
  url: string
}

/** The new A/B links of a link. Throws invalid with all errors. */
export function replaceAb(
  items: readonly (Item & { percent: number })[],
  held: readonly AbRow[],
  newIds: readonly number[],
): AbRow[] {
  const errors = checkItems(items, held, AB_MAX)
  for (const [i, { percent }] of items.entries()) {
    if (!(percent > 0 && percent <= 100)) {
      const detail = 'must be more than 0 and at most 100'
      errors.push({ field: `items.${i}.percent`, code: 'out_of_range', detail })
    }
  }
  refuse(errors)
  const total = items.reduce((sum, { percent }) => sum + percent, 0)
  if (total > 100 + TOLERANCE) {
    const detail = `The percentages add up to ${Number(total.toFixed(6))}, which is more than 100.`
    throw new Problem('invalid', 'percent_total_exceeded', detail, [
      { field: 'items', code: 'percent_total_exceeded', detail },
    ])
  }
  const idOf = idsFor(items, newIds)
  return items.map(({ url, percent }, i) => ({ id: idOf(i), url: canonicalUrl(url), percent }))
}

/** The new geo links of a link. Throws invalid with all errors. */
export function replaceGeo(
  items: readonly (Item & { country: string })[],
  held: readonly GeoRow[],
  newIds: readonly number[],
): GeoRow[] {
  const errors = checkItems(items, held, GEO_MAX)
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const field = `items.${i}.country`
    const country = item.country.toUpperCase()
    if (!COUNTRIES.has(country)) {
      errors.push({ field, code: 'invalid_country', detail: 'is not a code of ISO 3166-1' })
    } else if (seen.has(country)) {
      errors.push({ field, code: 'duplicate', detail: 'is listed twice' })
    }
    seen.add(country)
  }
  refuse(errors)
  const idOf = idsFor(items, newIds)
  return items.map(({ url, country }, i) => ({
    id: idOf(i),
    url: canonicalUrl(url),
    country: country.toUpperCase(),
  }))
}

/** The number of new ids that these items need. */
export const countNew = (items: readonly Item[]) =>
  items.filter(({ id }) => id === undefined).length

function checkItems(items: readonly Item[], held: readonly { id: number }[], max: number) {
  const errors: FieldError[] = []
  const known = new Set(held.map(({ id }) => id))
  const seen = new Set<number>()
  if (items.length > max) {
    errors.push({ field: 'items', code: 'too_many', detail: `must not be more than ${max}` })
  }
  for (const [i, { id, url }] of items.entries()) {
    const fault = checkUrl(url)
    if (fault) errors.push({ field: `items.${i}.url`, ...fault })
    if (id === undefined) continue
    if (!known.has(id) || seen.has(id)) {
      const detail = known.has(id) ? 'is listed twice' : 'is not one of this link'
      errors.push({ field: `items.${i}.id`, code: 'invalid_reference', detail })
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
