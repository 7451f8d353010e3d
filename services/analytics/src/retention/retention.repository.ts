import { type ErasureState, erasureRepository, isErased } from '../erasures/erasure.repository.ts'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'
import { dayOf } from '../visitors/day.rules.ts'

/** The cutoff of a team, and when it was set. */
export interface Cutoff {
  org_id: number
  cutoff_ms: number
  set_at_ms: number
}

/** Teams with clicks in a month, named by its first day. */
interface TeamMonth {
  org_id: number
  month: string
}

export interface Deletion {
  command: string
  /** Empty while it does not fail. */
  failure: string
}

const MONTH = 'toStartOfMonth(created_at)'

const CLICKS = `SELECT org_id, link_id, is_bot, ${MONTH} AS month, count() AS clicks, max(created_at) AS last
  FROM clicks_raw_v1 WHERE org_id = {orgId:UInt64} AND ${MONTH} = {month:Date}`
const BY_LINK = `GROUP BY org_id, link_id, is_bot, month`

/** Clicks of the month that were erased, but for late ones; they count as if they were not. */
const erased = ({ counted }: ErasureState) => `
  SELECT org_id, link_id, is_bot, month, max(clicks) AS clicks, max(last) AS last FROM erased_clicks_v1
  WHERE org_id = {orgId:UInt64} AND month = {month:Date} AND NOT is_late AND ${counted}
  ${BY_LINK}, erasure_id, round`

function countOf(which: string, state: ErasureState | undefined): string {
  const excluded = (state?.erasing ?? []).map((it) => ` AND NOT (${isErased(it)})`).join('')
  const clicks = `${CLICKS} ${which}${excluded} ${BY_LINK}`
  return `INSERT INTO retired_clicks_v1 ${
    state
      ? `SELECT org_id, link_id, is_bot, month, sum(clicks), max(last)
          FROM (${clicks} UNION ALL ${erased(state)}) ${BY_LINK}`
      : clicks
  }`
}

const LATE = 'FROM late_clicks_v1 WHERE org_id = {orgId:UInt64}'
const NOT_LATE = `AND id NOT IN (SELECT id ${LATE})`
const NONE_LATE = `AND ${MONTH} NOT IN (SELECT ${MONTH} ${LATE})`

const partitionOf = (month: string) => month.slice(0, 7).replace('-', '')
const inPartition = (month: string) => `IN PARTITION ID '${partitionOf(month)}'`

/** Whether the deletion includes clicks of a month. */
export const isOf = ({ command }: Deletion, month: string): boolean =>
  command.includes(inPartition(month))

export const retentionRepository = (
  clickhouse: ClickHouse,
  cluster: string,
  erasures = erasureRepository(clickhouse),
) => ({
  clock: (): Promise<number> => clickhouse.clock(),

  cutoffs: (): Promise<Cutoff[]> =>
    clickhouse.read<Cutoff>({
      text: `SELECT org_id, toUnixTimestamp(cutoff) * 1000 AS cutoff_ms,
          toUnixTimestamp64Milli(set_at) AS set_at_ms
        FROM cutoffs_v1 FINAL ORDER BY org_id`,
      params: {},
    }),

  /** Has no effect if the team has a later cutoff. */
  setCutoff: ({ org_id, cutoff_ms, set_at_ms }: Cutoff): Promise<void> =>
    clickhouse.insert('cutoffs_v1', [
      { org_id, cutoff: cutoff_ms / 1_000, set_at: toDateTime(set_at_ms) },
    ]),

  /** Months in which some teams have clicks, from one cutoff to before another. */
  months: (orgs: readonly number[], fromMs: number, toMs: number): Promise<TeamMonth[]> =>
    clickhouse.read<TeamMonth>({
      text: `SELECT org_id, toString(${MONTH}) AS month FROM clicks_raw_v1
        WHERE org_id IN {orgs:Array(UInt64)} AND ${MONTH} >= {from:Date} AND ${MONTH} < {to:Date}
        GROUP BY org_id, ${MONTH} ORDER BY month, org_id`,
      params: { orgs, from: dayOf(fromMs), to: dayOf(toMs) },
    }),

  /** Months in which a team has clicks or had some that were erased. */
  async countedMonths(orgId: number, fromMs: number, toMs: number): Promise<string[]> {
    const rows = await clickhouse.read<{ month: string }>({
      text: `SELECT toString(at) AS month FROM (
          SELECT ${MONTH} AS at FROM clicks_raw_v1 WHERE org_id = {orgId:UInt64} GROUP BY at
          UNION DISTINCT
          SELECT month AS at FROM erased_clicks_v1 WHERE org_id = {orgId:UInt64} AND NOT is_late)
        WHERE at >= {from:Date} AND at < {to:Date} ORDER BY at`,
      params: { orgId, from: dayOf(fromMs), to: dayOf(toMs) },
    })
    return rows.map(({ month }) => month)
  },

  /**
   * Counts the clicks of a team in a month by link, except late ones. Can be repeated, also while
   * the clicks are being deleted: the largest count of each link stays.
   */
  async count(orgId: number, month: string): Promise<void> {
    const params = { orgId, month }
    await erasures.whileUnchanged([orgId], async (state) => {
      // Without late clicks, the rollup by month suffices. The statement itself looks for them, after
      // it has fixed which clicks it reads: a late one among those has been noted before.
      await clickhouse.command(countOf(NONE_LATE, state), params)
      const text = `SELECT 1 ${LATE} AND ${MONTH} = {month:Date} LIMIT 1`
      const late = await clickhouse.read({ text, params })
      if (late.length > 0) await clickhouse.command(countOf(NOT_LATE, state), params)
    })
  },

  /** All teams with clicks in a month. */
  async teamsIn(month: string): Promise<number[]> {
    const rows = await clickhouse.read<{ org_id: number }>({
      text: `SELECT org_id FROM clicks_raw_v1
        WHERE ${MONTH} = {month:Date} GROUP BY org_id`,
      params: { month },
    })
    return rows.map(({ org_id }) => org_id)
  },

  /** Deletions of clicks that have not ended, and why they fail. */
  deletions: (): Promise<Deletion[]> =>
    clickhouse.read<Deletion>({
      text: `SELECT command, latest_fail_reason AS failure FROM system.mutations
        WHERE database = currentDatabase() AND table LIKE 'clicks_raw_v1%' AND NOT is_done`,
      params: {},
    }),

  /** Starts deleting clicks of some teams in each month, in the background and in one pass. */
  delete(months: ReadonlyMap<string, Iterable<number>>): Promise<void> {
    const teams = (orgs: Iterable<number>) => `org_id IN (${[...orgs].join()})`
    return change(
      clickhouse,
      cluster,
      [...months].map(([month, orgs]) => deleteCounts(month, teams(orgs))).join(', '),
      `${[...months]
        .map(([month, orgs]) => `DELETE ${inPartition(month)} WHERE ${teams(orgs)}`)
        .join(', ')} SETTINGS mutations_sync = 0`,
    )
  },

  /** Deletes the clicks of all teams in a month. */
  drop: (month: string): Promise<void> =>
    change(
      clickhouse,
      cluster,
      deleteCounts(month, '1'),
      `DROP PARTITION ID '${partitionOf(month)}'`,
    ),
})

export type RetentionRepository = ReturnType<typeof retentionRepository>

/** Deletes the counts of visitors of a month. */
const deleteCounts = (month: string, which: string) =>
  `DELETE IN PARTITION ID '${month.slice(0, 4)}'
    WHERE ${which} AND toStartOfMonth(first) = '${month}'`

/** Deletes counts of visitors, then clicks: as long as there are clicks, both are repeated. */
async function change(clickhouse: ClickHouse, cluster: string, counts: string, clicks: string) {
  for (const statement of [
    `ALTER TABLE visitors_v1 ${counts} SETTINGS mutations_sync = 0`,
    `ALTER TABLE clicks_raw_v1 ${clicks}`,
  ]) {
    for (const part of cluster ? onCluster(statement, cluster) : [statement]) {
      await clickhouse.command(part)
    }
  }
}
