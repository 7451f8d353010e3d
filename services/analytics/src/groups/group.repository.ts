import type { Group } from '@fingerpost/protos/analytics/v1/analytics'
import type { DimensionName } from '@fingerpost/protos/dimensions'
import { answers } from '../reports/answer.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import { textsOf } from '../reports/link.repository.ts'
import type { ReportQuery } from '../reports/plan.rules.ts'
import type { Scope } from '../reports/scope.rules.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { GROUPS } from './group.rules.ts'

/** Most clicked first; groups with equal clicks are sorted by their displayed text. */
function reportQueryOf(field: string): ReportQuery {
  const { column = '', label, title } = GROUPS[field] ?? {}
  const order = `clicks DESC, ${title ? 'lowerUTF8(title), ' : ''}toString(${column})`
  return { by: [column], order, ...(label && { label }), ...(title && { title }) }
}

export const groupRepository = (clickhouse: ClickHouse) => {
  const answersOf = answers(clickhouse)
  return {
    /**
     * One page of the groups of each field, most clicked first, in the order of the fields. Rules fill in
     * empty titles.
     */
    async list(scope: Scope, fields: readonly string[], slice: Slice): Promise<Group[]> {
      type Row = Record<string, unknown> & { title?: string }
      const found = await answersOf(scope).askAll<Row>(fields.map(reportQueryOf), slice)
      const groups = fields.map((field, i): Group => {
        const { items = [], total = 0 } = found[i] ?? {}
        const text = (row: Row) => String(row[GROUPS[field]?.column ?? ''])
        return {
          field,
          items: items.map((it) => ({
            value: text(it),
            title: it.title ?? '',
            clicks: it.clicks,
            visitors: it.visitors,
          })),
          total,
        }
      })
      const links = groups.find(({ field }) => field === 'links')?.items ?? []
      const untitled = links.filter(({ title }) => title === '')
      const asked = untitled.map(({ value }) => ({ link_id: Number(value) }))
      const { shortUrls } = await textsOf(clickhouse, scope, asked)
      for (const it of untitled) it.title = shortUrls.get(Number(it.value)) ?? ''
      return groups
    },

    /** All values of a column in the team's clicks, without the empty one. */
    async values(scope: Scope, field: DimensionName): Promise<string[]> {
      const { items } = await answersOf(scope).ask<Record<string, string>>({
        by: [field],
        measures: [],
      })
      return items.flatMap((it) => it[field] || [])
    },
  }
}

export type GroupRepository = ReturnType<typeof groupRepository>
