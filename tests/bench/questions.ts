import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { groupRepository } from '../../services/analytics/src/groups/group.repository.ts'
import { reportRepository } from '../../services/analytics/src/reports/report.repository.ts'
import type { Scope } from '../../services/analytics/src/reports/scope.repository.ts'
import type { ClickHouse } from '../../services/analytics/src/store/clickhouse.client.ts'
import { YEAR_END_MS } from './clicks.ts'

/** A question as the service asks it, and as somebody would write it who knows the table alone. */
interface Question {
  name: string
  ours: () => Promise<unknown>
  plain: () => Promise<unknown>
}

const FIRST = { offset: 0, limit: 25 }

/** What team 1 may ask of so many days; `filter` and the same as a condition narrow it. */
export function questions(
  clickhouse: ClickHouse,
  days: number,
  filter: Partial<Filter> = {},
  condition = 'true',
): Question[] {
  const toMs = YEAR_END_MS - 5_000_000 // in the middle of an hour, as now is
  const scope: Scope = {
    orgId: 1,
    filter: { includeBots: false, ...filter },
    period: { fromMs: toMs - days * 86_400_000, toMs, days, zone: 'UTC' },
  }
  const reports = reportRepository(clickhouse)
  const groups = groupRepository(clickhouse)
  const plain = (select: string, rest = '') =>
    clickhouse.read({
      text: `SELECT ${select} FROM plain WHERE org_id = 1 AND NOT is_bot AND ${condition}
        AND created_at >= fromUnixTimestamp64Milli(${scope.period.fromMs}, 'UTC')
        AND created_at < fromUnixTimestamp64Milli(${toMs}, 'UTC') ${rest}`,
      params: {},
    })
  const top = 'ORDER BY clicks DESC LIMIT 25'
  const group = (name: string, field: string, column: string): Question => ({
    name,
    ours: () => groups.list(scope, field, FIRST),
    plain: () => plain(`${column} AS value, count() AS clicks`, `GROUP BY value ${top}`),
  })
  return [
    {
      name: 'clicks by day',
      ours: () => reports.countByInterval(scope, 'day', undefined),
      plain: () =>
        plain('toDate(created_at) AS day, count() AS clicks', 'GROUP BY day ORDER BY day'),
    },
    {
      name: 'originals',
      ours: () => reports.listOriginals(scope, FIRST),
      plain: () => plain('link_id, url, count() AS clicks', `GROUP BY link_id, url ${top}`),
    },
    group('countries', 'countries', 'country'),
    group('cities', 'cities', 'city'),
    group('browsers', 'browsers', 'browser'),
    group('referers', 'referers', 'referer'),
    group('campaigns', 'utm_campaigns', 'utm_campaign'),
    {
      name: 'value list of cities',
      ours: () => groups.values(scope, 'city'),
      plain: () => plain('DISTINCT city'),
    },
    {
      name: 'summary',
      ours: () => groups.countClicks(scope, '2026-11-01'),
      plain: () => plain(`count(), countIf(created_at >= '2026-11-01')`),
    },
    {
      name: 'stream, page 0',
      ours: () => reports.listClicks(scope, FIRST),
      plain: () => plain('*', 'ORDER BY created_at DESC LIMIT 25'),
    },
  ]
}
