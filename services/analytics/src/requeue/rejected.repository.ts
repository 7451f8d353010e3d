import type { RejectedRow } from '../clicks/click.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'

export interface Rejected extends RejectedRow {
  rejectedAtMs: number
}

const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`
const NEXT = `SELECT job_id, position, reason, click, toUnixTimestamp64Milli(rejected_at) AS rejectedAtMs
  FROM clicks_rejected_v1
  WHERE rejected_at < ${at('untilMs')} AND rejected_at >= ${at('afterMs')}
    AND (rejected_at, job_id, position)
      > (${at('afterMs')}, {afterJob:String}, {afterPosition:UInt32})
    AND match(click, {pattern:String})
  ORDER BY rejected_at, job_id, position LIMIT {limit:UInt64}`
const REMOVE = `ALTER TABLE clicks_rejected_v1 DELETE WHERE rejected_at < ${at('untilMs')}
  AND concat(job_id, ':', toString(position)) IN {keys:Array(String)} SETTINGS mutations_sync = 2`

export const rejectedRepository = (clickhouse: ClickHouse, cluster: string) => ({
  /** The next rows after a row, oldest first, that were rejected before a time and match a pattern. */
  next: (
    untilMs: number,
    last: Rejected | undefined,
    limit: number,
    pattern = '',
  ): Promise<Rejected[]> =>
    clickhouse.read<Rejected>({
      text: NEXT,
      params: {
        untilMs,
        limit,
        pattern,
        afterMs: last?.rejectedAtMs ?? 0,
        afterJob: last?.job_id ?? '',
        afterPosition: last?.position ?? 0,
      },
    }),

  /** Removes rows that were rejected before a time. */
  async remove(untilMs: number, rows: readonly Rejected[]): Promise<void> {
    if (rows.length === 0) return
    const keys = rows.map(({ job_id, position }) => `${job_id}:${position}`)
    for (const statement of cluster ? onCluster(REMOVE, cluster) : [REMOVE]) {
      await clickhouse.command(statement, { untilMs, keys })
    }
  },
})

export type RejectedRepository = ReturnType<typeof rejectedRepository>
