import type {
  ClickRecord,
  Count,
  LinkDestinations,
  Original,
} from '@fingerpost/protos/analytics/v1/analytics'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { answers, type Counts } from './answer.repository.ts'
import type { Slice } from './filter.rules.ts'
import { readLinks } from './link.repository.ts'
import type { Interval } from './period.rules.ts'
import type { ReportQuery } from './plan.rules.ts'
import { CLICK, toRecord } from './record.mapper.ts'
import { readClicks } from './scope.repository.ts'
import type { Scope } from './scope.rules.ts'

/** Clicks of one interval: `start` is a day in the zone's calendar, for hours a time in seconds. */
export interface IntervalCount extends Counts {
  start: string
}

export const reportRepository = (clickhouse: ClickHouse) => {
  const answersOf = answers(clickhouse)

  /** Newest first; intervals without clicks are absent. */
  async function countByInterval(scope: Scope, interval: Interval, page?: Slice) {
    const reportQuery = { interval, order: 'began DESC', ...(page && { page }) }
    const { items } = await answersOf(scope).ask<IntervalCount>(reportQuery)
    return items
  }

  return {
    countByInterval,

    /** Per link and interval, oldest first; intervals without clicks are absent. */
    async countByLink(scope: Scope, linkIds: readonly number[], interval: Interval) {
      const { items } = await answersOf(scope).ask<IntervalCount & { link_id: number }>({
        by: ['link_id'],
        interval,
        only: { link_id: linkIds },
        order: 'link_id, began',
      })
      return items
    },

    /** Clicks and visitors, in total and since the first day of a month. */
    async summarize(scope: Scope, month: string) {
      const all = await countByInterval(scope, 'month')
      const current = all.filter(({ start }) => start >= month)
      const count = (measure: keyof Counts): Count | undefined => {
        const sum = (of: typeof all) => of.reduce((total, it) => total + (it[measure] ?? NaN), 0)
        return Number.isNaN(sum(all)) ? undefined : { total: sum(all), month: sum(current) }
      }
      return { clicks: count('clicks'), visitors: count('visitors') }
    },

    /** Number of current links of a scope, in total and created since a time. */
    async countLinks(scope: Scope, sinceMs: number): Promise<Count> {
      const [row] = await clickhouse.read<Count>(
        readLinks(scope, { select: COUNT, params: { sinceMs } }),
      )
      return row ?? { total: 0, month: 0 }
    },

    async countClicks(scope: Scope): Promise<number> {
      const { items } = await answersOf(scope).ask({ measures: ['clicks'] })
      return items[0]?.clicks ?? 0
    },

    async listClicks(scope: Scope, slice: Slice): Promise<ClickRecord[]> {
      const rows = await clickhouse.read<ClickRecord>(
        readClicks(scope, {
          select: CLICK,
          rest: 'ORDER BY created_at DESC, id DESC LIMIT {limit:UInt64} OFFSET {offset:UInt64}',
          params: { ...slice },
        }),
      )
      return rows.map(toRecord)
    },

    /**
     * Most clicked first; ties are sorted by link, then by a stable order of destinations. Short URLs
     * are the current ones.
     */
    async listOriginals(scope: Scope, page: Slice): Promise<{ items: Original[]; total: number }> {
      const order = 'clicks DESC, link_id, url_hash'
      const { items, total } = await answersOf(scope).ask<Original>({
        ...DESTINATIONS,
        order,
        page,
      })
      return {
        items: items.map(({ link_id, url, short_url, clicks, visitors }) => {
          return { link_id, url, short_url, clicks, visitors }
        }),
        total,
      }
    },

    /**
     * One page of links with their most clicked destinations, most clicked first; ties are sorted by
     * link. Clicks and `destination_count` include the destinations that are left out.
     */
    async listDestinations(
      scope: Scope,
      page: Slice,
    ): Promise<{ items: LinkDestinations[]; total: number }> {
      const { ask } = answersOf(scope)
      const order = 'clicks DESC, link_id'
      const { items, total } = await ask<{ link_id: number }>({ by: ['link_id'], order, page })
      if (items.length === 0) return { items: [], total }
      const rows = await ask<Original & { total: number }>({
        ...DESTINATIONS,
        only: { link_id: items.map(({ link_id }) => link_id) },
        order: 'clicks DESC, url_hash',
        page: { offset: 0, limit: TOP, per: 'link_id' },
      })
      const destinations = Map.groupBy(rows.items, ({ link_id }) => link_id)
      return {
        items: items.map((link) => {
          const top = destinations.get(link.link_id) ?? []
          return {
            ...link,
            short_url: top[0]?.short_url ?? '',
            destination_count: top[0]?.total ?? 0,
            destinations: top.map(({ url, clicks, visitors }) => ({ url, clicks, visitors })),
          }
        }),
        total,
      }
    },
  }
}

/** Destinations of a link in one response; `destination_count` has their number. */
const TOP = 10

/** Rows with `url` and the current `short_url`. */
const DESTINATIONS: ReportQuery = { by: ['link_id', 'url_hash'], label: 'url' }

export type ReportRepository = ReturnType<typeof reportRepository>

const COUNT = `count() AS total,
  countIf(created_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')) AS month`
