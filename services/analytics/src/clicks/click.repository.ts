import type { Click } from '@fingerpost/protos/click/v1/click'
import { type ClickHouse, type Query, toDateTime } from '../store/clickhouse.client.ts'
import { spansOf } from './span.rules.ts'

/** The columns of clicks_raw_v1 in the order of inserts, with their empty values. */
const EMPTY = {
  id: '',
  created_at: '',
  org_id: 0,
  link_id: 0,
  domain_id: 0,
  domain: '',
  slug: '',
  short_url: '',
  title: '',
  url: '',
  variant: '',
  trigger: '',
  ip: '',
  browser: '',
  os: '',
  device: '',
  brand: '',
  platform: '',
  language: '',
  color_scheme: '',
  referer: '',
  continent: '',
  country: '',
  region: '',
  city: '',
  geo: '',
  query: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  utm_reference: '',
  is_mobile: false,
  is_eu: false,
  is_bot: false,
}
export type ClickRow = typeof EMPTY
const COLUMNS = Object.keys(EMPTY) as (keyof ClickRow)[]

/** A row of clicks_rejected_v1. */
export interface RejectedRow {
  job_id: string
  position: number
  reason: string
  click: string
}

/** The columns that are copied from the click. */
export const givenColumns = (click: Click) => ({
  id: click.id,
  created_at: toDateTime(click.created_at_ms),
  org_id: click.org_id,
  link_id: click.link_id,
  domain_id: click.domain_id,
  domain: click.domain,
  slug: click.slug,
  short_url: click.short_url,
  title: click.title,
  url: click.url,
  variant: click.variant,
  trigger: click.trigger,
  color_scheme: click.color_scheme ?? '',
  utm_source: click.utm_source ?? '',
  utm_medium: click.utm_medium ?? '',
  utm_campaign: click.utm_campaign ?? '',
  utm_term: click.utm_term ?? '',
  utm_content: click.utm_content ?? '',
  utm_reference: click.utm_reference ?? '',
})

export const clickRepository = (clickhouse: ClickHouse) => ({
  /**
   * Inserts the rows whose ids are not in the table yet, regardless of their age. A token always
   * stands for the same rows: a second insert with it changes nothing, even while the first is in
   * flight.
   */
  async insert(token: string, rows: readonly ClickRow[]): Promise<void> {
    if (rows.length === 0) return
    const held = await clickhouse.read<{ id: string }>(readIds(rows))
    const seen = new Set(held.map(({ id }) => id))
    const missing = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
    await clickhouse.insert('clicks_raw_v1', missing, token, COLUMNS)
  },

  reject: (token: string, rows: readonly RejectedRow[]) =>
    clickhouse.insert('clicks_rejected_v1', rows, token),
})

export type ClickRepository = ReturnType<typeof clickRepository>

/**
 * Reads the ids of all clicks at the times of these rows: a few more than necessary, at a fifth of
 * the cost of a lookup by id.
 */
function readIds(rows: readonly ClickRow[]): Query {
  const spans = spansOf(rows.map((row) => row.created_at))
  const time = (i: number, end: string) => `{${end}${i}:DateTime64(3, 'UTC')}`
  const within = spans.map((_, i) => `created_at BETWEEN ${time(i, 'from')} AND ${time(i, 'to')}`)
  const ends = spans.flatMap(([from, to], i) => [
    [`from${i}`, from],
    [`to${i}`, to],
  ])
  return {
    text: `
      SELECT id FROM clicks_raw_v1
      WHERE org_id IN {orgs:Array(UInt64)} AND (${within.join(' OR ')})`,
    params: { orgs: [...new Set(rows.map((row) => row.org_id))], ...Object.fromEntries(ends) },
  }
}
