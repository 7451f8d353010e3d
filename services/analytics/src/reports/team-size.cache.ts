import { wholeTeam } from '@fingerpost/kit/grpc/context'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { resolvePeriod } from './period.rules.ts'
import { planClicks, type ReportQuery } from './plan.rules.ts'
import { writeQuery } from './query.repository.ts'
import type { Scope, TeamSize } from './scope.rules.ts'

/** Short, because a team that has become large is slow until its size is read again. */
const FRESH_MS = 60_000
const TEAMS_MAX = 10_000

/** Approximate number of clicks of a team. Throws unavailable. */
export type TeamSizes = (orgId: number) => Promise<TeamSize | undefined>

/** Sizes of teams, each read once a minute, from a rollup. */
export function teamSizes(clickhouse: ClickHouse, now: () => number): TeamSizes {
  const known = new Map<number, { size: Promise<TeamSize | undefined>; askedMs: number }>()

  async function read(orgId: number): Promise<TeamSize | undefined> {
    const scope: Scope = {
      ...wholeTeam(orgId),
      filter: { include_bots: true },
      period: resolvePeriod({ period: 'all' }, now()),
    }
    const reportQuery: ReportQuery = { interval: 'day', measures: ['clicks'] }
    const { text, params } = writeQuery(scope, reportQuery, planClicks(scope, reportQuery))
    const [size] = await clickhouse.read<TeamSize>({
      text: `SELECT max(ofDay) AS busiestDay, max(ofMonth) AS busiestMonth, sum(ofMonth) AS total
        FROM (SELECT max(clicks) AS ofDay, sum(clicks) AS ofMonth FROM (${text})
          GROUP BY substring(start, 1, 7))`,
      params,
    })
    return size
  }

  return (orgId) => {
    const found = known.get(orgId)
    if (found && now() - found.askedMs < FRESH_MS) return found.size
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= TEAMS_MAX) known.delete(oldest)
    const asked = { size: read(orgId), askedMs: now() }
    known.set(orgId, asked)
    asked.size.catch(() => {
      if (known.get(orgId) === asked) known.delete(orgId)
    })
    return asked.size
  }
}
