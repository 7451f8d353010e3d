import { type ClickHouse, isTooMuch, toDateTime } from '../store/clickhouse.client.ts'
import { isIn, isSelected } from './erasure.repository.ts'
import type { Criteria } from './erasure.rules.ts'

export interface TeamClicks {
  org_id: number
  clicks: number
}

const MONTH = 'toStartOfMonth(created_at)'

/** For the operator, who erases clicks of all teams. */
export const teamRepository = (clickhouse: ClickHouse) => {
  const count = (condition: string, month: string): Promise<TeamClicks[]> =>
    clickhouse.read<TeamClicks>({
      text: `SELECT org_id, count() AS clicks FROM clicks_raw_v1
        WHERE ${MONTH} = {month:Date} AND ${condition} GROUP BY org_id ORDER BY org_id`,
      params: { month },
    })

  return {
    /** The first two months with clicks of any team in a period, by their first days. */
    async months(fromMs: number, untilMs: number): Promise<string[]> {
      const rows = await clickhouse.read<{ month: string }>({
        text: `SELECT toString(${MONTH}) AS month FROM clicks_raw_v1
          WHERE ${MONTH} >= toStartOfMonth({from:DateTime64(3, 'UTC')})
            AND ${MONTH} <= {until:DateTime64(3, 'UTC')}
          GROUP BY ${MONTH} ORDER BY month LIMIT 2`,
        params: { from: toDateTime(fromMs), until: toDateTime(untilMs) },
      })
      return rows.map(({ month }) => month)
    },

    /** The clicks of a month by team; one team at a time if all of them would take too long. */
    async clicks(criteria: Omit<Criteria, 'org_id'>, month: string): Promise<TeamClicks[]> {
      const condition = isSelected(criteria)
      try {
        return await count(condition, month)
      } catch (error) {
        if (!isTooMuch(error)) throw error
      }
      const teams = await count('true', month)
      const counted: TeamClicks[] = []
      for (const { org_id } of teams) {
        counted.push(...(await count(`org_id = ${org_id} AND ${condition}`, month)))
      }
      return counted
    },

    /** Teams that the texts of rejected clicks name, together with an address of the network. */
    async rejected(network: string): Promise<number[]> {
      const rows = await clickhouse.read<{ org_id: number }>({
        text: `SELECT DISTINCT toUInt64(arrayJoin(extractAll(click, '"org_?[iI]d":(\\\\d{1,15})'))) AS org_id
          FROM clicks_rejected_v1
          WHERE arrayExists(ip -> ${isIn(network)}, extractAll(click, '"ip":"([^"]+)"')) ORDER BY org_id`,
        params: {},
      })
      return rows.map(({ org_id }) => org_id)
    },
  }
}
