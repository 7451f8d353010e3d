import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'
import { type Cutoffs, cutoffCache } from '../cutoffs/cutoff.cache.ts'
import {
  type ErasureState,
  erasureRepository,
  isErased,
  isErasedLate,
} from '../erasures/erasure.repository.ts'
import type { Erasure } from '../erasures/erasure.rules.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export interface TouchedLink {
  org_id: number
  link_id: number
}

const LINKS = 'link_id IN {links:Array(UInt64)} AND NOT is_bot'
/** The cutoff of a row's team, as a day. */
const CUTOFF = `CAST(transform(org_id, {bound:Array(UInt64)}, {days:Array(UInt16)}, 0) AS Date)`

/** A condition that excludes what some erasures include. */
const without = (erasing: readonly Erasure[], includes: (erasure: Erasure) => string) =>
  erasing.map((it) => ` AND NOT (${includes(it)})`).join('')

const unerased = (erasing: readonly Erasure[]) => `
  SELECT link_id, count() AS counted, max(created_at) AS last FROM clicks_raw_v1
    WHERE org_id IN {free:Array(UInt64)} AND ${LINKS}${without(erasing, isErased)} GROUP BY link_id`

/** What is kept of teams with a cutoff, the counts of what is not, and what arrived late. */
const unerasedInParts = (erasing: readonly Erasure[]) => [
  `SELECT link_id, count() AS counted, max(created_at) AS last FROM clicks_raw_v1
    WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND toStartOfMonth(created_at) >= ${CUTOFF}
      ${without(erasing, isErased)}
    GROUP BY link_id`,
  `SELECT link_id, sum(clicks) AS counted, max(last) AS last FROM (
      SELECT link_id, month, max(clicks) AS clicks, max(last) AS last FROM retired_clicks_v1
      WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND month < ${CUTOFF}
      GROUP BY org_id, link_id, month)
    GROUP BY link_id`,
  `SELECT link_id, uniqExact(id) AS counted, max(created_at) AS last FROM late_clicks_v1
    WHERE org_id IN {bound:Array(UInt64)} AND ${LINKS} AND toStartOfMonth(created_at) < ${CUTOFF}
      ${without(erasing, isErasedLate)}
    GROUP BY link_id`,
]

/** Counts of erased clicks, except those that the counts of retired months include. */
const erased = ({ counted }: ErasureState, isBound: boolean) => `
  SELECT link_id, sum(clicks) AS counted, max(last) AS last FROM (
      SELECT link_id, max(clicks) AS clicks, max(last) AS last FROM erased_clicks_v1
      WHERE org_id IN {orgs:Array(UInt64)} AND ${LINKS} AND ${counted}
        ${isBound ? `AND (is_late OR month >= ${CUTOFF})` : ''}
      GROUP BY org_id, link_id, erasure_id, round, is_late, month)
    GROUP BY link_id`

/** Saves two fifths of the processor time: docs/decisions/0013. */
const ONE_PROJECTION = `SETTINGS preferred_optimize_projection_name = 'totals_per_link', max_threads = 1`

const DAY_MS = 86_400_000

export const totalRepository = (
  clickhouse: ClickHouse,
  cutoffs: Cutoffs = cutoffCache(clickhouse),
) => {
  const erasures = erasureRepository(clickhouse)
  return {
    /**
     * Click totals of these links without bots, including clicks past their retention and erased
     * ones; links without clicks are absent. Uses the projections `totals_per_link` and
     * `links_per_month`, so the cost does not grow with a team's history, except during an erasure.
     */
    async read(links: readonly TouchedLink[]): Promise<ClickTotal[]> {
      const orgs = [...new Set(links.map(({ org_id }) => org_id))]
      if (orgs.length === 0) return []
      return erasures.whileUnchanged(orgs, async (state) => {
        const known = await cutoffs()
        const bound = orgs.filter((it) => known.has(it))
        const free = orgs.filter((it) => !known.has(it))
        const erasing = state?.erasing ?? []
        // With a retention or an erasure, the query also reads another projection or single clicks.
        const isPlain = bound.length === 0 && erasing.length === 0
        const parts = [
          ...(free.length > 0 ? [unerased(erasing)] : []),
          ...(bound.length > 0 ? unerasedInParts(erasing) : []),
          ...(state ? [erased(state, bound.length > 0)] : []),
        ]
        return clickhouse.read<ClickTotal>({
          text: `SELECT link_id, sum(counted) AS clicks, toUnixTimestamp64Milli(max(last)) AS clicked_at_ms
            FROM (${parts.join('\n  UNION ALL ')}) GROUP BY link_id ${isPlain ? ONE_PROJECTION : ''}`,
          params: {
            links: links.map(({ link_id }) => link_id),
            orgs,
            free,
            bound,
            days: bound.map((it) => (known.get(it) ?? 0) / DAY_MS),
          },
        })
      })
    },
  }
}

export type TotalRepository = ReturnType<typeof totalRepository>
