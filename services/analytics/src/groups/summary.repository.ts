import type { Count } from '@fingerpost/protos/analytics/v1/analytics'
import { readCounts } from '../reports/count.repository.ts'
import { byAmount, readFew } from '../reports/few.repository.ts'
import { readLinks } from '../reports/link.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import { visitorRepository } from '../reports/visitor.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

interface Totals {
  clicks: Count
  visitors: Count | undefined
}

export const summaryRepository = (clickhouse: ClickHouse) => {
  const visitors = visitorRepository(clickhouse)

  async function countFewClicks(scope: Scope, month: string): Promise<Totals> {
    const visitors = 'sum(seen) AS visitors, sumIf(seen, began >= {month:Date}) AS visitorsInMonth'
    type Row = Count & { visitors: number; visitorsInMonth: number }
    const [row] = await clickhouse.read<Row>(
      readFew(scope, { interval: 'month', select: `${TOTALS}, ${visitors}`, params: { month } }),
    )
    return {
      clicks: { total: row?.total ?? 0, month: row?.month ?? 0 },
      visitors: { total: row?.visitors ?? 0, month: row?.visitorsInMonth ?? 0 },
    }
  }

  async function countManyClicks(scope: Scope, month: string): Promise<Totals> {
    const [[clicks], visited] = await Promise.all([
      clickhouse.read<Count>(
        readCounts(scope, { interval: 'month', select: TOTALS, params: { month } }),
      ),
      visitors(scope).count({
        interval: 'month',
        key: "if(began >= {month:Date}, 'month', 'before')",
        params: { month },
      }),
    ])
    const [before, since] = [visited('before'), visited('month')]
    return {
      clicks: clicks ?? { total: 0, month: 0 },
      visitors:
        before === undefined || since === undefined
          ? undefined
          : { total: before + since, month: since },
    }
  }

  return {
    /** Numbers of clicks and visitors of a scope, in total and in the current month. */
    countClicks: (scope: Scope, month: string): Promise<Totals> =>
      byAmount(
        scope,
        () => countFewClicks(scope, month),
        (large) => countManyClicks(large, month),
      ),

    /** Number of current links of a scope, in total and created since a time. */
    async countLinks(scope: Scope, sinceMs: number): Promise<Count> {
      const [row] = await clickhouse.read<Count>(
        readLinks(scope, { select: COUNT, params: { sinceMs } }),
      )
      return row ?? { total: 0, month: 0 }
    },
  }
}

const TOTALS = 'sum(counted) AS total, sumIf(counted, began >= {month:Date}) AS month'
const COUNT = `count() AS total,
  countIf(created_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')) AS month`

export type SummaryRepository = ReturnType<typeof summaryRepository>
