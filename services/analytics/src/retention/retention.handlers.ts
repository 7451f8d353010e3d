import { reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid } from '@fingerpost/kit/http/problem'
import type { RetentionsService } from '@fingerpost/protos/analytics/v1/retention'
import type { Cutoffs } from '../cutoffs/cutoff.cache.ts'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { planClicks, type ReportQuery } from '../reports/plan.rules.ts'
import { writeQuery } from '../reports/query.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export const retentionHandlers = (
  clickhouse: ClickHouse,
  cutoffs: Cutoffs,
  now: () => number,
): Handlers<RetentionsService> => ({
  async previewRetention({ months }, { caller }) {
    if (months < 1) {
      throw invalid([{ field: 'months', code: 'invalid', detail: 'must be a whole number from 1' }])
    }
    const reach = reachOf(caller())
    const nowMs = now()
    const before_ms = cutoffOf(nowMs, months)
    const fromMs = Math.min((await cutoffs()).get(reach.orgId) ?? 0, before_ms)
    const scope = {
      ...reach,
      filter: { include_bots: true },
      period: { fromMs, toMs: before_ms, days: Infinity, zone: 'UTC', nowMs },
    }
    const reportQuery: ReportQuery = { by: ['link_id'], measures: ['clicks'] }
    const { text, params } = writeQuery(scope, reportQuery, planClicks(scope, reportQuery))
    const [found] = await clickhouse.read<{ clicks: number; links: number }>({
      text: `SELECT sum(ofLink.clicks) AS clicks, count() AS links FROM (${text}) AS ofLink`,
      params,
    })
    return { before_ms, clicks: found?.clicks ?? 0, links: found?.links ?? 0 }
  },
})
