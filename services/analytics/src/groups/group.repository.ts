import type { Count, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import type { Slice } from '../reports/filter.rules.ts'
import { readClicks, readLinks, type Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { COLUMN_GROUPS, LINK_GROUPS, type ValueField } from './group.rules.ts'

const SLICE = 'LIMIT {limit:UInt64} OFFSET {offset:UInt64}'
const ORDER = 'ORDER BY clicks DESC, title, value'

export const groupRepository = (clickhouse: ClickHouse) => {
  async function number(query: { text: string; params: Record<string, unknown> }): Promise<number> {
    const [row] = await clickhouse.read<{ number: number }>(query)
    return row?.number ?? 0
  }

  /** Clicks of each link, and then of whatever the link is in. */
  function byLink(scope: Scope, keys: string, select: string, rest: string, slice?: Slice) {
    const { text, params } = readClicks(scope, {
      select: 'link_id, count() AS clicks',
      rest: 'GROUP BY link_id',
      params: { ...slice },
    })
    return {
      text: `SELECT ${select} FROM (
          SELECT toString(arrayJoin(${keys})) AS value, clicks FROM (${text}) AS counted
          LEFT JOIN (SELECT link_id, folder_id, tag_ids FROM links_v1 FINAL
            WHERE org_id = {orgId:UInt64}) AS link USING (link_id)
        ) ${rest}`,
      params,
    }
  }

  return {
    /** One page of the groups of a field, most clicked first. Titles that are empty are made by rules. */
    list(scope: Scope, field: string, slice: Slice): Promise<GroupItem[]> {
      const keys = LINK_GROUPS[field]
      if (keys) {
        const select = "value, '' AS title, sum(clicks) AS clicks"
        return clickhouse.read(
          byLink(scope, keys, select, `GROUP BY value ${ORDER} ${SLICE}`, slice),
        )
      }
      const { value = "''", title = "''" } = COLUMN_GROUPS[field] ?? {}
      return clickhouse.read(
        readClicks(scope, {
          select: `${value} AS value, ${title} AS title, count() AS clicks`,
          rest: `GROUP BY value ${ORDER} ${SLICE}`,
          params: { ...slice },
        }),
      )
    },

    /** How many groups a field has. */
    count(scope: Scope, field: string): Promise<number> {
      const keys = LINK_GROUPS[field]
      if (keys) return number(byLink(scope, keys, 'uniqExact(value) AS number', ''))
      const { value = "''" } = COLUMN_GROUPS[field] ?? {}
      return number(readClicks(scope, { select: `uniqExact(${value}) AS number` }))
    },

    /** Every value of a column that the team's clicks have, without the missing one. */
    async values(scope: Scope, field: ValueField): Promise<string[]> {
      const rows = await clickhouse.read<{ value: string }>(
        readClicks(scope, { select: `DISTINCT ${field} AS value`, and: `${field} != ''` }),
      )
      return rows.map(({ value }) => value)
    },

    /** Clicks of a scope, and those of them since an instant. */
    async countClicks(scope: Scope, sinceMs: number): Promise<Count> {
      const [row] = await clickhouse.read<Count>(
        readClicks(scope, { select: COUNT, params: { sinceMs } }),
      )
      return row ?? { total: 0, month: 0 }
    },

    /** Links of a scope as they are now, and those of them that were made since an instant. */
    async countLinks(scope: Scope, sinceMs: number): Promise<Count> {
      const [row] = await clickhouse.read<Count>(
        readLinks(scope, { select: COUNT, params: { sinceMs } }),
      )
      return row ?? { total: 0, month: 0 }
    },
  }
}

const COUNT = `count() AS total,
  countIf(created_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')) AS month`

export type GroupRepository = ReturnType<typeof groupRepository>
