import { readCounts } from '../reports/count.repository.ts'
import { byAmount, readFew } from '../reports/few.repository.ts'
import type { Interval } from '../reports/period.rules.ts'
import type { IntervalCount } from '../reports/report.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import { visitorRepository } from '../reports/visitor.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export interface LinkCount extends IntervalCount {
  link_id: number
}

export const seriesRepository = (clickhouse: ClickHouse) => {
  const visitors = visitorRepository(clickhouse)
  return {
    /**
     * Clicks and visitors per link and interval, oldest first; intervals without clicks are absent.
     */
    async countByLink(
      scope: Scope,
      linkIds: readonly number[],
      interval: Interval,
    ): Promise<LinkCount[]> {
      const asked = {
        by: ['link_id'],
        interval,
        and: 'link_id IN {linkIds:Array(UInt64)}',
        params: { linkIds },
      }
      const select = 'link_id, toString(began) AS start, sum(counted) AS clicks'
      const rest = 'GROUP BY link_id, began ORDER BY link_id, began'
      const together = { ...asked, select: `${select}, sum(seen) AS visitors`, rest }
      return byAmount<LinkCount[]>(
        scope,
        () => clickhouse.read(readFew(scope, together)),
        async (large) => {
          const [counts, visited] = await Promise.all([
            clickhouse.read<Omit<LinkCount, 'visitors'>>(
              readCounts(large, { ...asked, select, rest }),
            ),
            visitors(large).count({
              ...asked,
              key: "concat(toString(link_id), '/', toString(began))",
            }),
          ])
          return counts.map((it) => ({ ...it, visitors: visited(`${it.link_id}/${it.start}`) }))
        },
      )
    },
  }
}

export type SeriesRepository = ReturnType<typeof seriesRepository>
