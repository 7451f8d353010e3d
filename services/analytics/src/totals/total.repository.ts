import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'
import { type Cutoffs, cutoffCache } from '../cutoffs/cutoff.cache.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export interface TouchedLink {
  org_id: number
  link_id: number
}

const LINKS = 'link_id IN {links:Array(UInt64)} AND NOT is_bot'
const ALL = `SELECT link_id, count() AS counted, max(created_at) AS last FROM clicks_raw_v1
  WHERE org_id IN {free:Array(UInt64)} AND ${LINKS} GROUP BY link_id`

/** The cutoff of a row's team, as a day. */
const CUTOFF = `CAST(transform(org_id, {bound:Array(UInt64)}, {days:Array(UInt16)}, 0) AS Date)`
/** What is kept of teams with a cutoff, the counts of what is not, and what arrived late. */
const IN_PARTS = [
  `SELECT link_id, count() AS counted, max(created_at) AS last FROM clicks_raw_v1
    WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND toStartOfMonth(created_at) >= ${CUTOFF}
    GROUP BY link_id`,
  `SELECT link_id, sum(clicks) AS counted, max(last) AS last FROM (
      SELECT link_id, month, max(clicks) AS clicks, max(last) AS last FROM retired_clicks_v1
      WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND month < ${CUTOFF}
      GROUP BY org_id, link_id, month)
    GROUP BY link_id`,
  `SELECT link_id, uniqExact(id) AS counted, max(created_at) AS last FROM late_clicks_v1
    WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND toStartOfMonth(created_at) < ${CUTOFF}
    GROUP BY link_id`,
]

const DAY_MS = 86_400_000

export const totalRepository = (
  clickhouse: ClickHouse,
  cutoffs: Cutoffs = cutoffCache(clickhouse),
) => ({
  /**
   * Click totals of these links without bots, including clicks past their retention; links without
   * clicks are absent. Uses the projections `totals_per_link` and `links_per_month`, so the cost
   * does not grow with a team's history.
   */
  async read(links: readonly TouchedLink[]): Promise<ClickTotal[]> {
    const known = await cutoffs()
    const orgs = new Set(links.map(({ org_id }) => org_id))
    const bound = [...orgs].filter((it) => known.has(it))
    const free = [...orgs].filter((it) => !known.has(it))
    const parts = [...(free.length > 0 ? [ALL] : []), ...(bound.length > 0 ? IN_PARTS : [])]
    if (parts.length === 0) return []
    return clickhouse.read<ClickTotal>({
      text: `SELECT link_id, sum(counted) AS clicks, toUnixTimestamp64Milli(max(last)) AS clicked_at_ms
        FROM (${parts.join('\n  UNION ALL ')}) GROUP BY link_id`,
      params: {
        links: links.map(({ link_id }) => link_id),
        free,
        bound,
        days: bound.map((it) => (known.get(it) ?? 0) / DAY_MS),
      },
    })
  },
})

export type TotalRepository = ReturnType<typeof totalRepository>
