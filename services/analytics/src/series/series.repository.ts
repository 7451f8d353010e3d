import { readCounts } from '../reports/count.repository.ts'
import type { Interval } from '../reports/period.rules.ts'
import type { IntervalCount } from '../reports/report.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export interface LinkCount extends IntervalCount {
  link_id: number
}

export const seriesRepository = (clickhouse: ClickHouse) => ({
  /**
   * Clicks per link and interval in one query, oldest first; intervals without clicks are absent.
   */
  countByLink: (scope: Scope, linkIds: readonly number[], interval: Interval) =>
    clickhouse.read<LinkCount>(
      readCounts(scope, {
        by: ['link_id'],
        interval,
        and: 'link_id IN {linkIds:Array(UInt64)}',
        select: `link_id, sum(counted) AS clicks,
          toString(began) AS start`,
        rest: 'GROUP BY link_id, began ORDER BY link_id, began',
        params: { linkIds },
      }),
    ),
})

export type SeriesRepository = ReturnType<typeof seriesRepository>
