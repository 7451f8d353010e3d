import type { Group, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import { lacksOf, readFew } from '../reports/few.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import type { Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { FEW_GROUPS } from './group.rules.ts'

interface Row extends GroupItem {
  nth: number
  total: number
}

/** A page of the groups of each field, most clicked first, in one query. */
export async function listFewGroups(
  clickhouse: ClickHouse,
  scope: Scope,
  fields: readonly string[],
  slice: Slice,
): Promise<Group[]> {
  const groupings = fields.flatMap((field) => FEW_GROUPS[field] ?? [])
  const by = groupings.map(({ column }) => column)
  const sets = by.map((column) => [column])
  const textOf = (expressions: string[]) =>
    `[${expressions.map((it) => `toString(${it})`).join(', ')}][nth]`
  const rows = await clickhouse.read<Row>(
    readFew(scope, {
      by,
      sets,
      more: groupings.flatMap(({ more }) => more ?? []),
      select: `indexOf({lacks:Array(UInt64)}, lacks) AS nth, ${textOf(by)} AS value,
        ${textOf(groupings.map((it) => it.title))} AS title,
        counted AS clicks, seen AS visitors, count() OVER (PARTITION BY nth) AS total`,
      from: groupings.map(({ from = '' }) => from).join(' '),
      rest: `ORDER BY nth, clicks DESC, lowerUTF8(title), value
        LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY nth`,
      params: Object.assign(
        { ...slice, lacks: sets.map((set) => lacksOf(by, set)) },
        ...groupings.map(({ params }) => params),
      ),
    }),
  )
  const pages = Map.groupBy(rows, ({ nth }) => nth)
  const groups = fields.map((field, i) => {
    const page = pages.get(i + 1) ?? []
    const items = page.map(({ nth, total, ...item }) => item)
    return { field, items, total: page[0]?.total ?? 0 }
  })
  const after = groups.filter(({ items }) => slice.offset > 0 && items.length === 0)
  if (after.length > 0) {
    const names = after.map(({ field }) => field)
    const first = await listFewGroups(clickhouse, scope, names, { offset: 0, limit: 1 })
    for (const [i, it] of after.entries()) it.total = first[i]?.total ?? 0
  }
  return groups
}
