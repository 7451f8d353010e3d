import type { CallOptions } from '@fingerpost/kit/grpc/client'
import type { Group } from '@fingerpost/protos/analytics/v1/analytics'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { toFilter, withVisitors } from './analytics.rules.ts'
import { FilterQuery } from './analytics.schema.ts'
import { GROUPINGS, GroupList, Groups, GroupsQuery, Summary } from './group.schema.ts'
import { operation, type ReportOperations } from './report-operation.schema.ts'

/** Clicks grouped by dimension, and totals. */
export function groupOperations({
  analytics,
  references,
}: Pick<Clients, 'analytics' | 'references'>): ReportOperations {
  async function group(fields: string[], query: Static<typeof FilterQuery>, call: CallOptions) {
    const page = pageOf(query)
    const { groups } = await analytics.groupClicks({ filter: toFilter(query), fields, page }, call)
    await nameLabels(groups, call)
    const { offset, limit } = page
    return Object.fromEntries(
      groups.map(({ field, items, total }) => [
        field,
        { items: items.map(withVisitors), total, offset, limit },
      ]),
    )
  }

  /** Titles folders and tags with their names from catalog. */
  async function nameLabels(groups: Group[], call: CallOptions) {
    const unnamed = (field: string) =>
      groups
        .filter((it) => it.field === field)
        .flatMap(({ items }) => items.filter((it) => !it.title))
    const [folders, tags] = [unnamed('folders'), unnamed('tags')]
    if (folders.length + tags.length === 0) return
    const idsOf = (items: { value: string }[]) => items.map(({ value }) => Number(value))
    const found = await references.describeReferences(
      { domain_ids: [], folder_ids: idsOf(folders), tag_ids: idsOf(tags), hosts: [] },
      call,
    )
    for (const [items, labels, word] of [
      [folders, found.folders, 'folder'],
      [tags, found.tags, 'tag'],
    ] as const) {
      for (const item of items) {
        const label = labels.find(({ id }) => String(id) === item.value)
        // Clicks of deleted links keep the folders and tags that the links had.
        item.title = label?.name ?? `Deleted ${word} ${item.value}`
      }
    }
    for (const { items } of groups.filter(({ field }) => LABELS.includes(field))) {
      items.sort((a, b) => b.clicks - a.clicks || a.title.localeCompare(b.title, 'en'))
    }
  }

  const groupings = GROUPINGS.map((field) => [
    field,
    operation(FilterQuery, GroupList, async (query, call) => {
      const groups = await group([field], query, call)
      return groups[field] ?? { items: [], total: 0, ...pageOf(query) }
    }),
  ])
  return {
    ...Object.fromEntries(groupings),
    group: operation(GroupsQuery, Groups, ({ fields, ...query }, call) =>
      group(
        fields.split(',').map((it) => it.trim()),
        query,
        call,
      ),
    ),
    summary: operation(FilterQuery, Summary, async (query, call) => {
      const none = { total: 0, month: 0 }
      const { links, clicks, visitors } = await analytics.summarize(
        { filter: toFilter(query) },
        call,
      )
      const shown = withVisitors({ clicks: clicks?.total ?? 0, visitors: visitors?.total })
      return {
        ...{ links: links ?? none, clicks: clicks ?? none },
        visitors: shown.visitors === null ? null : (visitors ?? null),
      }
    }),
  }
}

const LABELS = ['folders', 'tags']
