import type { Group, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import type { DimensionName } from '@fingerpost/protos/dimensions'
import { readCounts } from '../reports/count.repository.ts'
import { byAmount } from '../reports/few.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import { textsOf } from '../reports/link.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import { visitorRepository } from '../reports/visitor.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { listFewGroups } from './few-group.repository.ts'
import { COLUMN_GROUPS, FEW_GROUPS, LINK_GROUPS } from './group.rules.ts'

const PAGE =
  'ORDER BY clicks DESC, lowerUTF8(title), value LIMIT {limit:UInt64} OFFSET {offset:UInt64}'

type Page = Omit<Group, 'field'>
type Visitors = ReturnType<ReturnType<typeof visitorRepository>>

export const groupRepository = (clickhouse: ClickHouse) => {
  const visitors = visitorRepository(clickhouse)

  const byColumn = (scope: Scope, field: string, slice: Slice): Promise<Page> => {
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

  const byLink = (scope: Scope, field: string, slice: Slice): Promise<Page> => {
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

  /** The visitors of the groups of a page; the name of a row is the value. */
  async function visitorsOf(visited: Visitors, field: string, page: Promise<Page>) {
    const values = page.then(({ items }) => items.map(({ value }) => value))
    const [column] = COLUMN_GROUPS[field]?.by ?? []
    if (column) return visited.countValues(column, values)
    if (field === 'links') return visited.countLinks((await values).map(Number))
    return visited.countLabels(LINK_GROUPS[field] ?? '', await values)
  }

  /** One page of the groups of a field. */
  async function listOne(
    scope: Scope,
    visited: Visitors,
    field: string,
    slice: Slice,
  ): Promise<Group> {
    const page = (field in LINK_GROUPS ? byLink : byColumn)(scope, field, slice)
    const [{ items, total }, counts] = await Promise.all([page, visitorsOf(visited, field, page)])
    return { field, items: items.map((it) => ({ ...it, visitors: counts(it.value) })), total }
  }

  /** Titles of links that are missing in the dimension. */
  async function addTitles(scope: Scope, items: GroupItem[]) {
    const untold = items.filter(({ title }) => title === '')
    const { shortUrls } = await textsOf(
      clickhouse,
      scope,
      untold.map(({ value }) => ({ link_id: Number(value) })),
    )
    for (const it of untold) it.title = shortUrls.get(Number(it.value)) ?? ''
  }

  return {
    /**
     * One page of the groups of each field, most clicked first, in the order of the fields. Rules fill in
     * empty titles.
     */
    async list(scope: Scope, fields: readonly string[], slice: Slice): Promise<Group[]> {
      const together = fields.filter((it) => it in FEW_GROUPS)
      const apart = fields.filter((it) => !(it in FEW_GROUPS))
      const each = (of: Scope, names: readonly string[]) => {
        if (names.length === 0) return []
        const visited = visitors(of)
        return Promise.all(names.map((it) => listOne(of, visited, it, slice)))
      }
      const pages = await Promise.all([
        together.length === 0
          ? []
          : byAmount(
              scope,
              () => listFewGroups(clickhouse, scope, together, slice),
              async (large) => each(large, together),
            ),
        each(scope, apart),
      ])
      const groups = pages.flat()
      await addTitles(scope, groups.find(({ field }) => field === 'links')?.items ?? [])
      return fields.flatMap((it) => groups.find(({ field }) => field === it) ?? [])
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
  }
}

export type GroupRepository = ReturnType<typeof groupRepository>
