import type { ClickHouse } from '../store/clickhouse.client.ts'
import { readCounts } from './count.repository.ts'
import { resolvePeriod } from './period.rules.ts'
import type { TeamSize } from './rollup.rules.ts'

const FRESH_MS = 600_000
const TEAMS_MAX = 10_000

export type TeamSizes = ReturnType<typeof teamSizes>

/**
 * About how many clicks each team has. Nobody waits for it: a team that is not known yet is taken for a
 * large one, and what is old is used until there is something newer.
 */
export function teamSizes(clickhouse: ClickHouse, now: () => number) {
  const known = new Map<number, { size: TeamSize | undefined; askedMs: number }>()

  /** Asks anew. Throws unavailable. */
  async function learn(orgId: number): Promise<void> {
    const { text, params } = readCounts(
      {
        orgId,
        filter: { include_bots: true },
        period: resolvePeriod({ period: 'all' }, now()),
      },
      { interval: 'month', select: 'sum(counted) AS clicks', rest: 'GROUP BY began' },
    )
    const [size] = await clickhouse.read<TeamSize>({
      text: `SELECT max(clicks) AS busiestMonth, sum(clicks) AS total FROM (${text})`,
      params,
    })
    known.set(orgId, { size, askedMs: now() })
  }

  return {
    learn,
    /** Undefined while it is not known. */
    of(orgId: number): TeamSize | undefined {
      const found = known.get(orgId)
      if (found && now() - found.askedMs < FRESH_MS) return found.size
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= TEAMS_MAX) known.delete(oldest)
      known.set(orgId, { size: found?.size, askedMs: now() })
      learn(orgId).catch(() => {}) // whoever asks for clicks is told that the store is away
      return found?.size
    },
  }
}
