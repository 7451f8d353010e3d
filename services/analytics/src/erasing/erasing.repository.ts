import { isErased, isErasedLate } from '../erasures/erasure.repository.ts'
import { type Criteria, type Erasure, roundOf, statements } from '../erasures/erasure.rules.ts'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'

const MONTH = 'toStartOfMonth(created_at)'
const LATE_AT_ONCE = 2_000

/** A part of a deletion that tells it from others. */
const markOf = ({ org_id, id }: Pick<Erasure, 'org_id' | 'id'>) => `'erasure ${org_id}.${id}'`

export const erasingRepository = (clickhouse: ClickHouse, cluster: string) => {
  async function change(statement: string, params: Record<string, unknown> = {}): Promise<void> {
    for (const part of cluster ? onCluster(statement, cluster) : [statement]) {
      await clickhouse.command(part, params)
    }
  }

  /** Writes the state of erasures, all or none; a later step wins. */
  const put = (erasures: readonly Erasure[]): Promise<void> =>
    clickhouse.insert(
      'erasures_v1',
      erasures.map(({ from_ms, until_ms, changed_at_ms, ...row }) => ({
        ...row,
        from: toDateTime(from_ms),
        until: toDateTime(until_ms),
        changed_at: toDateTime(changed_at_ms),
      })),
    )

  /** Months with clicks of the team at the times of an erasure; each is small enough to be read. */
  async function monthsOf({
    org_id,
    from_ms,
    until_ms,
  }: Pick<Criteria, 'org_id' | 'from_ms' | 'until_ms'>): Promise<string[]> {
    const rows = await clickhouse.read<{ month: string }>({
      text: `SELECT toString(${MONTH}) AS month FROM clicks_raw_v1
        WHERE org_id = {org_id:UInt64} AND ${MONTH} >= toStartOfMonth({from:DateTime64(3, 'UTC')})
          AND ${MONTH} <= {until:DateTime64(3, 'UTC')}
        GROUP BY ${MONTH} ORDER BY month`,
      params: { org_id, from: toDateTime(from_ms), until: toDateTime(until_ms) },
    })
    return rows.map(({ month }) => month)
  }

  /** Whether a team has late clicks. */
  async function hasLate(orgId: number): Promise<boolean> {
    const text = 'SELECT 1 FROM late_clicks_v1 WHERE org_id = {org_id:UInt64} LIMIT 1'
    return (await clickhouse.read({ text, params: { org_id: orgId } })).length > 0
  }

  return {
    put,
    hasLate,

    /**
     * Counts the clicks of an erasure for the totals of their links, except those that the counts
     * of others include. Can be repeated, also while they are being deleted, but for late ones: the
     * largest count stays.
     */
    async count(erasure: Erasure, others: readonly Erasure[]): Promise<void> {
      const { org_id, id } = erasure
      const params = { org_id, id, round: roundOf(erasure) }
      const alone = (includes: typeof isErased) =>
        [includes(erasure), ...others.map((it) => `NOT (${includes(it)})`)].join(' AND ')
      const insert = (late: boolean, counted: string, from: string, where: string) =>
        clickhouse.command(
          `INSERT INTO erased_clicks_v1
            (org_id, erasure_id, round, link_id, is_bot, is_late, month, clicks, last)
          SELECT org_id, {id:UInt64}, {round:UInt32}, link_id, is_bot, ${late},
            ${late ? 'toDate(0)' : MONTH} AS at_month, ${counted}, max(created_at)
          FROM ${from} WHERE ${where} GROUP BY org_id, link_id, is_bot, at_month`,
          params,
        )
      const lateOnes = 'SELECT id FROM late_clicks_v1 WHERE org_id = {org_id:UInt64}'
      const notLate = (await hasLate(org_id)) ? ` AND id NOT IN (${lateOnes})` : ''
      for (const month of await monthsOf(erasure)) {
        const where = `${MONTH} = '${month}' AND ${alone(isErased)}${notLate}`
        await insert(false, 'count()', 'clicks_raw_v1', where)
      }
      if (notLate) {
        await insert(true, 'uniqExact(id)', 'late_clicks_v1', alone(isErasedLate))
      }
    },

    /** The number of counted clicks. */
    async found({ org_id, id }: Erasure): Promise<number> {
      const [row] = await clickhouse.read<{ found: number }>({
        text: `SELECT sum(clicks) AS found FROM (
            SELECT max(clicks) AS clicks FROM erased_clicks_v1
            WHERE org_id = {org_id:UInt64} AND erasure_id = {id:UInt64}
            GROUP BY link_id, round, is_bot, is_late, month)`,
        params: { org_id, id },
      })
      return row?.found ?? 0
    },

    /** The numbers of clicks in the table that these erasures of one team include, counted together. */
    async left(erasures: readonly Criteria[]): Promise<number[]> {
      const left: number[] = []
      for (const part of statements(erasures)) {
        const counts = part.map(() => 0)
        const from_ms = Math.min(...part.map((it) => it.from_ms))
        const until_ms = Math.max(...part.map((it) => it.until_ms))
        const conditions = part.map((it) => `(${isErased(it)})`)
        for (const month of await monthsOf({ org_id: part[0].org_id, from_ms, until_ms })) {
          const [row] = await clickhouse.read<{ found: number[] }>({
            text: `SELECT [${conditions.map((it) => `countIf${it}`).join()}] AS found
              FROM clicks_raw_v1 WHERE ${MONTH} = {month:Date} AND (${conditions.join(' OR ')})`,
            params: { month },
          })
          row?.found.forEach((clicks, i) => {
            counts[i] = (counts[i] ?? 0) + clicks
          })
        }
        left.push(...counts)
      }
      return left
    },

    /** Some ids of its late clicks. */
    async late(erasure: Criteria): Promise<string[]> {
      const text = `SELECT id FROM late_clicks_v1 WHERE ${isErasedLate(erasure)} LIMIT ${LATE_AT_ONCE}`
      return (await clickhouse.read<{ id: string }>({ text, params: {} })).map(({ id }) => id)
    },

    forgetLate: ({ org_id }: Criteria, ids: readonly string[]): Promise<void> =>
      change(
        `ALTER TABLE late_clicks_v1 DELETE WHERE org_id = ${org_id} AND id IN {ids:Array(UUID)}
          SETTINGS mutations_sync = 2`,
        { ids },
      ),

    /** Why deletions of these erasures fail; empty for those that do not, absent without one. */
    async deletions(erasures: readonly Erasure[]): Promise<Map<Erasure, string>> {
      const running = await clickhouse.read<{ command: string; failure: string }>({
        text: `SELECT command, latest_fail_reason AS failure FROM system.mutations
          WHERE database = currentDatabase() AND table LIKE 'clicks_raw_v1%' AND NOT is_done`,
        params: {},
      })
      return new Map(
        erasures.flatMap((it) => {
          const own = running.filter(({ command }) => command.includes(markOf(it)))
          return own.length > 0 ? [[it, own.find(({ failure }) => failure)?.failure ?? '']] : []
        }),
      )
    },

    /** Starts deleting the clicks of erasures, in the background and in one pass. */
    delete: (erasures: readonly Erasure[]): Promise<void> =>
      change(
        `ALTER TABLE clicks_raw_v1 ${erasures
          .map((it) => `DELETE WHERE ${isErased(it)} AND ${markOf(it)} != ''`)
          .join(', ')} SETTINGS mutations_sync = 0`,
      ),
  }
}

export type ErasingRepository = ReturnType<typeof erasingRepository>
