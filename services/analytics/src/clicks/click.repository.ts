import type { Click } from '@fingerpost/protos/click/v1/click'
import { type ClickHouse, type Query, toDateTime } from '../store/clickhouse.client.ts'

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

export const clickRepository = (clickhouse: ClickHouse) => ({
  /** One token always stands for the same rows: the second insert of it changes nothing. */
  insert: (token: string, rows: readonly ClickRow[]) =>
    clickhouse.insert('clicks_raw_v1', rows, token),

  reject: (token: string, rows: readonly RejectedRow[]) =>
    clickhouse.insert('clicks_rejected_v1', rows, token),

  /** The ids among these rows' that are in the table, however long ago they were inserted. */
  async present(rows: readonly ClickRow[]): Promise<Set<string>> {
    const parts = []
    for (let i = 0; i < rows.length; i += IDS_AT_ONCE) parts.push(rows.slice(i, i + IDS_AT_ONCE))
    const found = await Promise.all(
      parts.map((part) => clickhouse.read<{ id: string }>(readPresent(part))),
    )
    return new Set(found.flat().map(({ id }) => id))
  },
})

export type ClickRepository = ReturnType<typeof clickRepository>

const IDS_AT_ONCE = 1_000 // parameters travel in the address, of which ClickHouse takes 128 kB each

function readPresent(rows: readonly ClickRow[]): Query {
  const times = rows.map((row) => row.created_at).sort()
  return {
    text: `
      SELECT id FROM clicks_raw_v1
      WHERE org_id IN {orgs:Array(UInt64)} AND id IN {ids:Array(UUID)}
        AND created_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}`,
    params: {
      orgs: [...new Set(rows.map((row) => row.org_id))],
      ids: rows.map((row) => row.id),
      from: times[0],
      to: times.at(-1),
    },
  }
}
