import { tablesOf } from '@fingerpost/protos/objects'
import { phaseOf, TEAM_ERASURE } from '../erasures/erasure.rules.ts'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { onCluster } from '../store/cluster.rules.ts'

/** No click is later. */
const END_MS = Date.UTC(2200)

const UNFINISHED = `
SELECT count() AS unfinished FROM system.mutations
WHERE database = currentDatabase() AND NOT is_done AND table LIKE {table:String} || '%'
  AND position(command, {condition:String}) > 0`

export const removalRepository = (clickhouse: ClickHouse, cluster: string) => ({
  /**
   * Starts deleting the rows of a team in the background, unless that has already started. Returns
   * whether any are left, or whether the click worker may still have clicks of the team, in the
   * queue or rejected. It drops those that arrive later.
   */
  async removeTeam(orgId: number): Promise<boolean> {
    let more = !(await isErased(clickhouse, orgId))
    for (const table of tablesOf('analytics', 'with_team')) {
      const which = table === 'erasures_v1' ? ` AND id != ${TEAM_ERASURE}` : ''
      const condition = `org_id = ${orgId}${which}`
      const text = `SELECT count() AS rows FROM ${table} WHERE ${condition}`
      const [found] = await clickhouse.read<{ rows: number }>({ text, params: {} })
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

/** Has the click worker erase all clicks of the team. Returns whether it has. */
async function isErased(clickhouse: ClickHouse, orgId: number): Promise<boolean> {
  const [erasure] = await clickhouse.read<{ step: number }>({
    text: `SELECT step FROM erasures_v1 FINAL WHERE org_id = {orgId:UInt64} AND id = ${TEAM_ERASURE}`,
    params: { orgId },
  })
  if (erasure) return phaseOf(erasure) === 'done'
  const row = { org_id: orgId, id: TEAM_ERASURE, until: toDateTime(END_MS), step: 0 }
  await clickhouse.insert('erasures_v1', [row])
  return false
}
