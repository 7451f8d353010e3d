import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'
import type { ClickHouse } from '../store/clickhouse.client.ts'

export interface TouchedLink {
  org_id: number
  link_id: number
}

export const totalRepository = (clickhouse: ClickHouse) => ({
  /**
   * Click totals of these links without bots; links without clicks are absent. Uses the projection
   * `totals_per_link`, so the cost does not grow with a team's history.
   */
  read: (links: readonly TouchedLink[]): Promise<ClickTotal[]> =>
    clickhouse.read<ClickTotal>({
      text: `
        SELECT link_id, count() AS clicks,
          toUnixTimestamp64Milli(max(created_at)) AS clicked_at_ms
        FROM clicks_raw_v1
        WHERE org_id IN {orgs:Array(UInt64)} AND link_id IN {links:Array(UInt64)} AND NOT is_bot
        GROUP BY link_id`,
      params: {
        orgs: [...new Set(links.map(({ org_id }) => org_id))],
        links: links.map(({ link_id }) => link_id),
      },
    }),
})

export type TotalRepository = ReturnType<typeof totalRepository>
