import type { ClickRecord, Original } from '@fingerpost/protos/analytics/v1/analytics'
import type { ClickHouse, Query } from '../store/clickhouse.client.ts'
import type { Slice } from './filter.rules.ts'
import type { Interval } from './period.rules.ts'
import { readClicks, readShortUrls, type Scope } from './scope.repository.ts'

/** Clicks of one interval: `start` is a day as the zone's calendar shows it, or for hours an instant. */
export interface IntervalCount {
  start: string
  clicks: number
}

const STARTS: Record<Interval, string> = {
  hour: 'toString(toUnixTimestamp(toStartOfHour(created_at, {zone:String})))',
  day: 'toString(toDate(created_at, {zone:String}))',
  week: 'toString(toMonday(created_at, {zone:String}))',
  month: 'toString(toStartOfMonth(created_at, {zone:String}))',
}

export const reportRepository = (clickhouse: ClickHouse) => ({
  /** Newest first; intervals without a click are missing. */
  countByInterval: (scope: Scope, interval: Interval, slice: Slice | undefined) =>
    clickhouse.read<IntervalCount>(
      readClicks(scope, {
        select: `${STARTS[interval]} AS start, count() AS clicks`,
        rest: `GROUP BY start ORDER BY start DESC ${slice ? SLICE : ''}`,
        params: { zone: scope.period.zone, ...slice },
      }),
    ),

  async countClicks(scope: Scope): Promise<number> {
    const [row] = await clickhouse.read<{ clicks: number }>(
      readClicks(scope, { select: 'count() AS clicks' }),
    )
    return row?.clicks ?? 0
  },

  async listClicks(scope: Scope, slice: Slice): Promise<ClickRecord[]> {
    const rows = await clickhouse.read<ClickRecord>(
      readClicks(scope, {
        select: CLICK,
        rest: `ORDER BY created_at DESC, id DESC ${SLICE}`,
        params: { ...slice },
      }),
    )
    return rows.map(toRecord)
  },

  /** The next clicks after one, newest first: for reading all of them piece by piece. */
  async scanClicks(
    scope: Scope,
    limit: number,
    last: LastClick | undefined,
  ): Promise<ClickRecord[]> {
    const rows = await clickhouse.read<ClickRecord>(
      readClicks(scope, {
        select: CLICK,
        and: last && BEFORE,
        rest: 'ORDER BY created_at DESC, id DESC LIMIT {limit:UInt64}',
        params: { limit, ...last },
      }),
    )
    return rows.map(toRecord)
  },

  /** Most clicked first, ties by link and destination; a link's address is the one it has now. */
  async listOriginals(scope: Scope, slice: Slice): Promise<{ items: Original[]; total: number }> {
    const { items, total } = await clickhouse.readPart<Omit<Original, 'shortUrl'>>(
      readClicks(scope, {
        select: 'link_id AS linkId, url, count() AS clicks',
        rest: `GROUP BY link_id, url ORDER BY clicks DESC, link_id, url ${SLICE}`,
        params: { ...slice },
      }),
    )
    const shortUrls = await shortUrlsOf(clickhouse, scope, new Set(items.map((it) => it.linkId)))
    return {
      items: items.map((it) => ({ ...it, shortUrl: shortUrls.get(it.linkId) ?? '' })),
      total,
    }
  },
})

export type ReportRepository = ReturnType<typeof reportRepository>

/** Where a piece ended. */
export interface LastClick {
  beforeMs: number
  beforeId: string
}

const BEFORE = `(created_at, id)
  < (fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC'), toUUID({beforeId:String}))`

/** By the dimension; of links that it does not hold yet, as their newest click has it. */
async function shortUrlsOf(clickhouse: ClickHouse, scope: Scope, wanted: ReadonlySet<number>) {
  const found = new Map<number, string>()
  const add = async (query: Query) => {
    const rows = await clickhouse.read<{ linkId: number; shortUrl: string }>(query)
    for (const { linkId, shortUrl } of rows) found.set(linkId, shortUrl)
  }
  if (wanted.size > 0) await add(readShortUrls(scope.orgId, [...wanted]))
  const missing = [...wanted].filter((id) => !found.has(id))
  if (missing.length > 0) {
    await add(
      readClicks(scope, {
        select: 'link_id AS linkId, argMax(short_url, created_at) AS shortUrl',
        and: 'link_id IN {missing:Array(UInt64)}',
        rest: 'GROUP BY link_id',
        params: { missing },
      }),
    )
  }
  return found
}

const SLICE = 'LIMIT {limit:UInt64} OFFSET {offset:UInt64}'

/** Columns under the names of the wire. */
const CLICK = `
  id, link_id AS linkId, domain_id AS domainId, domain, slug, url,
  toUnixTimestamp64Milli(created_at) AS createdAtMs, title, ip, browser, os, device, language,
  platform, brand, referer, continent, country, region, city, color_scheme AS colorScheme,
  is_mobile AS isMobile, is_eu AS isEu, geo AS geoJson, query AS queryJson,
  utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
  utm_term AS utmTerm, utm_content AS utmContent, utm_reference AS utmReference,
  is_bot AS isBot, variant, trigger`

/** What was not given is empty in the table and absent on the wire. */
const toRecord = (row: ClickRecord): ClickRecord => ({
  ...row,
  colorScheme: row.colorScheme || undefined,
  utmSource: row.utmSource || undefined,
  utmMedium: row.utmMedium || undefined,
  utmCampaign: row.utmCampaign || undefined,
  utmTerm: row.utmTerm || undefined,
  utmContent: row.utmContent || undefined,
  utmReference: row.utmReference || undefined,
})
