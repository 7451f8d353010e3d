import type { Group, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import { lacksOf, readFew } from '../reports/few.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import type { Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { COLUMN_GROUPS } from './group.rules.ts'

/** SQL of a grouping whose clicks and visitors are read together with those of others. */
interface FewGrouping {
  column: string
  value: string
  title: string
  /** A further aggregate of each row. */
  more?: string
  /** What the title needs. */
  from?: string
  params?: Record<string, unknown>
}

const FEW_GROUPS: Record<string, FewGrouping> = {
  ...Object.fromEntries(
    Object.entries(COLUMN_GROUPS).map(([field, { by, ...it }]) => [
      field,
      { ...it, column: by[0] ?? '' },
    ]),
  ),
  domains: {
    column: 'domain_id',
    value: 'domain_id',
    title: 'named',
    more: 'any(domain) AS named',
  },
  links: {
    column: 'link_id',
    value: 'link_id',
    title: 'short_url',
    from: `LEFT JOIN (SELECT link_id, short_url FROM links_v1 FINAL WHERE org_id = {orgId:UInt64})
      AS link USING (link_id)`,
  },
}

export const isFewGrouping = (field: string): boolean => field in FEW_GROUPS

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
      select: `indexOf({lacks:Array(UInt64)}, lacks) AS nth, ${textOf(groupings.map((it) => it.value))} AS value,
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
