import type { ClickHouse } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'

/** Tables with rows of teams. */
const TABLES = [
  'clicks_raw_v1',
  'links_v1',
  'visitors_v1',
  'visitor_days_v1',
  'retired_clicks_v1',
  'late_clicks_v1',
  'cutoffs_v1',
]

const UNFINISHED = `
SELECT count() AS unfinished FROM system.mutations
WHERE database = currentDatabase() AND NOT is_done AND table LIKE {table:String} || '%'
  AND position(command, {condition:String}) > 0`

export const removalRepository = (clickhouse: ClickHouse, cluster: string) => ({
  /**
   * Starts deleting the rows of a team in the background, unless that has already started. Returns
   * whether any are left.
   */
  async removeTeam(orgId: number): Promise<boolean> {
    let more = false
    const condition = `org_id = ${orgId}`
    for (const table of TABLES) {
      const text = `SELECT count() AS rows FROM ${table} WHERE org_id = {orgId:UInt64}`
      const [found] = await clickhouse.read<{ rows: number }>({ text, params: { orgId } })
      if (!found?.rows) continue
      more = true
      const params = { table, condition }
      const [mutations] = await clickhouse.read<{ unfinished: number }>({
        text: UNFINISHED,
        params,
      })
      if (mutations?.unfinished) continue
      const statement = `ALTER TABLE ${table} DELETE WHERE ${condition}`
      for (const part of cluster ? onCluster(statement, cluster) : [statement]) {
        await clickhouse.command(part)
      }
    }
    return more
  },
})
