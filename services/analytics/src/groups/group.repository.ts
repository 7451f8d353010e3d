import type { Count, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import type { DimensionName } from '@fingerpost/protos/dimensions'
import { readCounts } from '../reports/count.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import { readLinks, textsOf } from '../reports/link.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { COLUMN_GROUPS, LINK_GROUPS } from './group.rules.ts'

const PAGE =
  'ORDER BY clicks DESC, lowerUTF8(title), value LIMIT {limit:UInt64} OFFSET {offset:UInt64}'

interface Groups {
  items: GroupItem[]
  total: number
}

export const groupRepository = (clickhouse: ClickHouse) => {
  const byColumn = (scope: Scope, field: string, slice: Slice): Promise<Groups> => {
    const { by = [], value = "''", title = "''", params } = COLUMN_GROUPS[field] ?? {}
    return clickhouse.readPart(
      readCounts(scope, {
        by,
        select: `${value} AS value, ${title} AS title, sum(counted) AS clicks`,
        rest: `GROUP BY value ${PAGE}`,
        params: { ...slice, ...params },
      }),
    )
  }

  const byLink = (scope: Scope, field: string, slice: Slice): Promise<Groups> => {
    const { text, params } = readCounts(scope, {
      by: ['link_id'],
      select: 'link_id, sum(counted) AS clicked',
      rest: 'GROUP BY link_id',
      params: { ...slice },
    })
    return clickhouse.readPart({
      text: `SELECT toString(${LINK_GROUPS[field]}) AS value,
          ${field === 'links' ? 'any(short_url)' : "''"} AS title, sum(clicked) AS clicks
        FROM (${text}) AS counted LEFT JOIN (
          SELECT link_id, folder_id, tag_ids, short_url FROM links_v1 FINAL
          WHERE org_id = {orgId:UInt64}) AS link USING (link_id)
        GROUP BY value ${PAGE}`,
      params,
    })
  }

  return {
    /** One page of the groups of a field, most clicked first. Rules fill in empty titles. */
    async list(scope: Scope, field: string, slice: Slice): Promise<Groups> {
      if (!(field in LINK_GROUPS)) return byColumn(scope, field, slice)
      const { items, total } = await byLink(scope, field, slice)
      if (field !== 'links') return { items, total }
      const untold = items.filter(({ title }) => title === '')
      const { shortUrls } = await textsOf(
        clickhouse,
        scope,
        untold.map(({ value }) => ({ link_id: Number(value) })),
      )
      const title = (it: GroupItem) => it.title || (shortUrls.get(Number(it.value)) ?? '')
      return { items: items.map((it) => ({ ...it, title: title(it) })), total }
    },

    /** All values of a column in the team's clicks, without the empty one. */
    async values(scope: Scope, field: DimensionName): Promise<string[]> {
      const rows = await clickhouse.read<{ value: string }>(
        readCounts(scope, {
          by: [field],
          select: `DISTINCT ${field} AS value`,
          rest: `WHERE ${field} != ''`,
        }),
      )
      return rows.map(({ value }) => value)
    },

    /** Number of clicks of a scope, in total and in the current month. */
    async countClicks(scope: Scope, month: string): Promise<Count> {
      const [row] = await clickhouse.read<Count>(
        readCounts(scope, {
          interval: 'month',
          select: 'sum(counted) AS total, sumIf(counted, began >= {month:Date}) AS month',
          params: { month },
        }),
      )
      return row ?? { total: 0, month: 0 }
    },

    /** Number of current links of a scope, in total and created since a time. */
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
