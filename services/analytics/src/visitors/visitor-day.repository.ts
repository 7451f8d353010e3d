import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'
import { SUBJECTS, type Subject } from './subject.rules.ts'

/** Days of some teams whose visitors are to be counted. */
interface PendingDay {
  day: string
  orgs: number[]
}

interface TeamDay {
  org_id: number
  day: string
}

const TEAMS_AT_ONCE = 500
/** Earlier than the clicks of any installation. */
const BEFORE_ALL = '2020-01-01'

/** Days that are counted in advance, and which of them have to be counted. */
export const visitorDayRepository = (clickhouse: ClickHouse, cluster: string) => ({
  clock: (): Promise<number> => clickhouse.clock(),

  /**
   * The last day up to which all days with clicks are known, and when that was noted, in ms; undefined
   * before `begin`.
   */
  async known(): Promise<{ day: string; atMs: number } | undefined> {
    const [row] = await clickhouse.read<{ day: string; atMs: number }>({
      text: `SELECT toString(max(day)) AS day, toUnixTimestamp64Milli(max(at)) AS atMs
        FROM visitor_days_v1 WHERE org_id = 0 HAVING count() > 0`,
      params: {},
    })
    return row
  },

  /** Has all days counted, from ten minutes after now. */
  begin: (): Promise<void> =>
    clickhouse.insert('visitor_days_v1', [{ org_id: 0, day: BEFORE_ALL, generation: 1 }]),

  /** Notes the days with clicks from after one day to another, which is over for `at`. */
  async note(after: string, last: string, atMs: number): Promise<void> {
    const params = { after, last, atMs }
    const at = "fromUnixTimestamp64Milli({atMs:Int64}, 'UTC')"
    await clickhouse.command(
      `INSERT INTO visitor_days_v1 (org_id, day, generation, at)
        SELECT org_id, toDate(created_at) AS day, 0, ${at} FROM clicks_raw_v1
        WHERE created_at >= toDateTime64({after:Date} + 1, 3, 'UTC')
          AND created_at < toDateTime64({last:Date} + 1, 3, 'UTC') AND visitor != 0
        GROUP BY org_id, day`,
      params,
    )
    await clickhouse.insert('visitor_days_v1', [{ org_id: 0, day: last, generation: 1 }])
  },

  /** The newest day to be counted that no click was added to or deleted from since a time. */
  async pending(sinceMs: number): Promise<PendingDay | undefined> {
    const [row] = await clickhouse.read<PendingDay>({
      text: `SELECT toString(noted.day) AS day, groupArray(${TEAMS_AT_ONCE})(org_id) AS orgs
        FROM visitor_days_v1 AS noted FINAL LEFT JOIN (
          SELECT org_id, toDate(max(cutoff)) AS cutoff FROM cutoffs_v1 GROUP BY org_id
        ) AS retired USING (org_id)
        WHERE (org_id, noted.day) IN (
            SELECT org_id, day FROM visitor_days_v1 WHERE generation = 0)
          AND generation = 0 AND at <= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')
          AND noted.day >= cutoff
        GROUP BY noted.day ORDER BY noted.day DESC LIMIT 1`,
      params: { sinceMs },
    })
    return row
  },

  /** Counts some subjects of a day. Rows of the generation are not valid before `complete`. */
  count: (subjects: readonly Subject[], pending: PendingDay, generation: number): Promise<void> =>
    clickhouse.command(
      `INSERT INTO visitors_v1
        (org_id, subject, is_bot, id, hash, value, first, generation, visitors)
      ${subjects.map(readSubject).join('\n      UNION ALL ')}
      SETTINGS parallel_distributed_insert_select = 0, optimize_use_projections = 0`,
      { ...pending, generation },
    ),

  /** Makes a generation valid, unless clicks were added or deleted since its count began. */
  complete: ({ day, orgs }: PendingDay, generation: number, atMs: number): Promise<void> =>
    clickhouse.insert(
      'visitor_days_v1',
      orgs.map((org_id) => ({ org_id, day, generation, at: toDateTime(atMs) })),
    ),

  /**
   * Has days of a team counted again, ten minutes after the last call. Until then, their visitors
   * are counted from single clicks. To be called before and after clicks are deleted.
   */
  recount: (orgId: number): Promise<void> =>
    clickhouse.command(
      `INSERT INTO visitor_days_v1 (org_id, day, generation)
        SELECT org_id, day, 0 FROM visitor_days_v1 WHERE org_id = {orgId:UInt64} GROUP BY ALL`,
      { orgId },
    ),

  /** Generations before a time that are not valid, e.g. those of a killed process. */
  invalid: (before: number): Promise<(TeamDay & { generation: number })[]> =>
    clickhouse.read({
      text: `SELECT org_id, toString(toDate(first)) AS day, generation FROM visitors_v1
        WHERE subject = '${SUBJECTS[0]?.name}' AND generation < {before:UInt64}
          AND (org_id, toDate(first), generation) NOT IN (
            SELECT org_id, day, generation FROM visitor_days_v1 FINAL)
        GROUP BY org_id, day, generation`,
      params: { before },
    }),

  /** Deletes a generation of a day, in the background. */
  async drop({ org_id, day, generation }: TeamDay & { generation: number }): Promise<void> {
    const statement = `ALTER TABLE visitors_v1 DELETE
      IN PARTITION ID '${day.slice(0, 4)}'
      WHERE org_id = ${org_id} AND toDate(first) = '${day}' AND generation = ${generation}`
    for (const part of cluster ? onCluster(statement, cluster) : [statement]) {
      await clickhouse.command(part)
    }
  },
})

export type VisitorDayRepository = ReturnType<typeof visitorDayRepository>

/**
 * The rows of a subject. On a cluster, a visitor can be on several shards, so the shards do not
 * count on their own.
 */
function readSubject({ name, columns, first }: Subject): string {
  const names = Object.keys(columns)
  const keys = names.map((it) => (it === 'url_hash' ? 'sipHash64(url) AS url_hash' : it))
  const row = ['org_id', 'is_bot', ...names]
  const [id = '0', hash = '0', value = "''"] = (['id', 'hash', 'value'] as const).map((held) =>
    names.find((it) => columns[it] === held),
  )
  return `SELECT org_id, '${name}', is_bot, toUInt64(${id}), toUInt64(${hash}), toString(${value}),
      ${first}(began) AS since, {generation:UInt64}, count()
    FROM (
      SELECT ${['org_id', 'is_bot', ...keys].join(', ')}, min(created_at) AS began FROM clicks_raw_v1
      WHERE org_id IN {orgs:Array(UInt64)} AND visitor != 0
        AND created_at >= toDateTime64({day:Date}, 3, 'UTC')
        AND created_at < toDateTime64({day:Date} + 1, 3, 'UTC')
      GROUP BY ${[...row, 'visitor'].join(', ')})
    GROUP BY ${[...row, 'since'].join(', ')}`
}
