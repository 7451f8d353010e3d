import type { Click } from '@fingerpost/protos/click/v1/click'
import { type ClickHouse, type Query, toDateTime } from '../store/clickhouse.client.ts'
import { spansOf } from './span.rules.ts'

/** A row of clicks_raw_v1. */
export interface ClickRow {
  id: string
  created_at: string
  org_id: number
  link_id: number
  domain_id: number
  domain: string
  slug: string
  short_url: string
  title: string
  url: string
  variant: string
  trigger: string
  ip: string
  browser: string
  os: string
  device: string
  brand: string
  platform: string
  language: string
  color_scheme: string
  referer: string
  continent: string
  country: string
  region: string
  city: string
  geo: string
  query: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
  utm_reference: string
  is_mobile: boolean
  is_eu: boolean
  is_bot: boolean
}

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
  created_at: toDateTime(click.createdAtMs),
  org_id: click.orgId,
  link_id: click.linkId,
  domain_id: click.domainId,
  domain: click.domain,
  slug: click.slug,
  short_url: click.shortUrl,
  title: click.title,
  url: click.url,
  variant: click.variant,
  trigger: click.trigger,
  color_scheme: click.colorScheme ?? '',
  utm_source: click.utmSource ?? '',
  utm_medium: click.utmMedium ?? '',
  utm_campaign: click.utmCampaign ?? '',
  utm_term: click.utmTerm ?? '',
  utm_content: click.utmContent ?? '',
  utm_reference: click.utmReference ?? '',
})

// biome-ignore format: a list of names
const COLUMNS = [
  'id', 'created_at', 'org_id', 'link_id', 'domain_id', 'domain', 'slug', 'short_url', 'title',
  'url', 'variant', 'trigger', 'ip', 'browser', 'os', 'device', 'brand', 'platform', 'language',
  'color_scheme', 'referer', 'continent', 'country', 'region', 'city', 'geo', 'query',
  'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_reference',
  'is_mobile', 'is_eu', 'is_bot',
] as const satisfies readonly (keyof ClickRow)[]

export const clickRepository = (clickhouse: ClickHouse) => ({
  /**
   * Writes the rows that the table does not have, however long ago it got the others. One token always
   * stands for the same rows: a second insert of it changes nothing, also while the first is on its way.
   */
  insert: (token: string, rows: readonly ClickRow[]) =>
    clickhouse.insertBy(
      writeMissing(rows),
      [...new Map(rows.map((row) => [row.id, row])).values()].map((row) =>
        COLUMNS.map((name) => row[name]),
      ),
      token,
    ),

  reject: (token: string, rows: readonly RejectedRow[]) =>
    clickhouse.insert('clicks_rejected_v1', rows, token),
})

export type ClickRepository = ReturnType<typeof clickRepository>

/** An insert that looks for its rows only in the times that they are of. */
function writeMissing(rows: readonly ClickRow[]): Query {
  const spans = spansOf(rows.map((row) => row.created_at))
  const time = (i: number, end: string) => `{${end}${i}:DateTime64(3, 'UTC')}`
  const within = spans.map((_, i) => `created_at BETWEEN ${time(i, 'from')} AND ${time(i, 'to')}`)
  return {
    text: `
      INSERT INTO clicks_raw_v1 (${COLUMNS.join()}) SELECT * FROM input() WHERE id NOT IN (
        SELECT id FROM clicks_raw_v1
        WHERE org_id IN {orgs:Array(UInt64)} AND (${within.join(' OR ')}))`,
    params: {
      orgs: [...new Set(rows.map((row) => row.org_id))],
      ...Object.fromEntries(
        spans.flatMap(([from, to], i) => [
          [`from${i}`, from],
          [`to${i}`, to],
        ]),
      ),
    },
  }
}
