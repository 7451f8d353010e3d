import type { ClickRecord, Condition, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import {
  CLICK_FIELDS,
  type ClickField,
  CONDITIONS,
  type FieldKind,
} from '@fingerpost/protos/dimensions'
import type { Static } from 'typebox'
import type { Click, FilterQuery } from './analytics.schema.ts'

/** Parses an id. Text that cannot be an id becomes the largest id, which no link has. */
export const idOf = (id: string): number =>
  /^\d{1,16}$/.test(id) ? Math.min(Number(id), Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER

/** Converts the filters of a query string to those of the analytics service. */
export function toFilter(query: Static<typeof FilterQuery>): Filter {
  const { period, timezone, search, include_bots = false } = query
  const all: Condition[] = []
  for (const { name, field, operator } of CONDITIONS.values()) {
    const given = query[name]
    if (given === undefined) continue
    const values = [given].flat().map((it) => (field === 'link_id' ? idOf(String(it)) : it))
    all.push({ field, operator, values: values.map(String) })
  }
  return { period, timezone, search, include_bots, conditions: { all } }
}

interface Counted {
  clicks: number
  visitors?: number | undefined
}

/** The row of an answer. Visitors are null if they were not counted, or if none of the clicks has one. */
export const withVisitors = <T extends Counted>(row: T) => {
  const { clicks, visitors = null } = row
  return { ...row, visitors: visitors === 0 && clicks > 0 ? null : visitors }
}

/** Counts over time. A visitor counts in the first interval of a day, so others of that day have none. */
export function withDailyVisitors<T extends Counted & { time: string }>(counts: readonly T[]) {
  const dayOf = ({ time }: T) => time.slice(0, '2026-11-20'.length)
  const days = new Set(counts.filter(({ visitors }) => visitors).map(dayOf))
  return counts.map((it) => ({
    ...withVisitors(it),
    ...(it.visitors === 0 && days.has(dayOf(it)) && { visitors: 0 }),
  }))
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
