import type { ClickRecord, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import {
  CLICK_FIELDS,
  type ClickField,
  DIMENSION_NAMES,
  type FieldKind,
} from '@fingerpost/protos/dimensions'
import type { Static } from 'typebox'
import type { Click, FilterQuery } from './analytics.schema.ts'

/** Parses an id. Text that cannot be an id becomes the largest id, which no link has. */
export const idOf = (id: string): number =>
  /^\d{1,16}$/.test(id) ? Math.min(Number(id), Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER

/** Converts the filters of a query string to those of the analytics service. */
export const toFilter = (query: Static<typeof FilterQuery>): Filter => ({
  link_id: query.link_id === undefined ? undefined : idOf(query.link_id),
  period: query.period,
  timezone: query.timezone,
  domain_id: query.domain_id,
  folder_id: query.folder_id,
  tag_id: query.tag_id,
  search: query.search,
  include_bots: query.include_bots ?? false,
  ...Object.fromEntries(DIMENSION_NAMES.map((name) => [name, query[name]])),
})

/** Path of the destination's favicon on this instance, with the signature of its host. */
export function faviconPath(destination: string, sign: (host: string) => string): string {
  const host = URL.parse(destination)?.host || 'app'
  return `/favicon/${encodeURIComponent(host)}?s=${sign(host)}`
}

const FIELDS = Object.entries(CLICK_FIELDS) as [ClickField, FieldKind][]

/** A click as the API returns it. */
export function toClickBody(click: ClickRecord): Static<typeof Click> {
  const given: Record<string, unknown> = { ...click }
  const time = new Date(click.created_at_ms).toISOString()
  const body: Record<string, unknown> = {}
  for (const [name, kind] of FIELDS) {
    if (kind === 'time') body[name] = time
    else if (kind === 'json') body[name] = JSON.parse(String(given[`${name}_json`] || '{}'))
    else if (kind === 'id') body[name] = String(given[name])
    else body[name] = given[name] ?? null
  }
  return body as Static<typeof Click>
}
