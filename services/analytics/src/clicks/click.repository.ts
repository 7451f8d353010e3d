import type { Click } from '@fingerpost/protos/click/v1/click'
import { type ClickHouse, type Query, toDateTime } from '../store/clickhouse.client.ts'
import { spansOf } from './span.rules.ts'

/** The columns of clicks_raw_v1, in the order in which they are written. */
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

/** The columns that are told by the click itself. */
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
   * Writes the rows that the table does not have, however long ago it got the others. One token always
   * stands for the same rows: a second insert of it changes nothing, also while the first is on its way.
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
 * Of all clicks at the times of these rows: that is some more than the rows themselves, and costs a fifth
 * of asking for each id.
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
