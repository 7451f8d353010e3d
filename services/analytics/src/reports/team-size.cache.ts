import { wholeTeam } from '@fingerpost/kit/grpc/context'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { readCounts } from './count.repository.ts'
import { resolvePeriod } from './period.rules.ts'
import type { TeamSize } from './rollup.rules.ts'

const FRESH_MS = 600_000
const TEAMS_MAX = 10_000

export type TeamSizes = ReturnType<typeof teamSizes>

/**
 * Approximate number of clicks per team. Requests never wait for it: an unknown team counts as
 * large, and a stale value is used until it is refreshed.
 */
export function teamSizes(clickhouse: ClickHouse, now: () => number) {
  const known = new Map<number, { size: TeamSize | undefined; askedMs: number }>()

  /** Refreshes the size of a team. Throws unavailable. */
  async function learn(orgId: number): Promise<void> {
    const { text, params } = readCounts(
      {
        ...wholeTeam(orgId),
        filter: { include_bots: true },
        period: resolvePeriod({ period: 'all' }, now()),
      },
      {
        interval: 'day',
        select: 'toStartOfMonth(began) AS month, sum(counted) AS clicks',
        rest: 'GROUP BY began',
      },
    )
    const [size] = await clickhouse.read<TeamSize>({
      text: `SELECT max(ofDay) AS busiestDay, max(ofMonth) AS busiestMonth, sum(ofMonth) AS total
        FROM (SELECT max(clicks) AS ofDay, sum(clicks) AS ofMonth FROM (${text}) GROUP BY month)`,
      params,
    })
    known.set(orgId, { size, askedMs: now() })
  }

  return {
    learn,
    /** Undefined while unknown. */
    of(orgId: number): TeamSize | undefined {
      const found = known.get(orgId)
      if (found && now() - found.askedMs < FRESH_MS) return found.size
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= TEAMS_MAX) known.delete(oldest)
      known.set(orgId, { size: found?.size, askedMs: now() })
      learn(orgId).catch(() => {}) // queries for clicks report the unavailable store
      return found?.size
    },
  }
}
