import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import type { Group } from '@fingerpost/protos/analytics/v1/analytics'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { toFilter } from './analytics.rules.ts'
import { FilterQuery } from './analytics.schema.ts'
import {
  GROUPINGS,
  GroupList,
  Groups,
  GroupsQuery,
  Summary,
  VALUE_FIELDS,
  ValueList,
  ValueQuery,
} from './group.schema.ts'

/** Clicks grouped by dimension, the values of filters, and totals. */
export const groupRoutes =
  ({
    analytics,
    references,
  }: Pick<Clients, 'analytics' | 'references'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'analytics:read' } as const

    for (const field of GROUPINGS) {
      app.get(
        `/analytics/${field}`,
        { config, schema: { querystring: FilterQuery, response: { 200: GroupList } } },
        async ({ query, caller, id: requestId }) => {
          const groups = await group([field], query, { caller, requestId })
          return groups[field] ?? { items: [], total: 0, ...pageOf(query) }
        },
      )
    }

    app.get(
      '/analytics/group',
      { config, schema: { querystring: GroupsQuery, response: { 200: Groups } } },
      async ({ query: { fields, ...query }, caller, id: requestId }) =>
        group(
          fields.split(',').map((it) => it.trim()),
          query,
          { caller, requestId },
        ),
    )

    for (const field of VALUE_FIELDS) {
      app.get(
        `/analytics/value/${field}`,
        { config, schema: { querystring: ValueQuery, response: { 200: ValueList } } },
        async ({ query, caller, id: requestId }) => {
          const page = pageOf(query)
          const found = await analytics.listValues(
            { field, search: query.search, page, include_bots: query.include_bots ?? false },
            { caller, requestId },
          )
          return { items: found.items, total: found.total, offset: page.offset, limit: page.limit }
        },
      )
    }

    app.get(
      '/analytics/summary',
      { config, schema: { querystring: FilterQuery, response: { 200: Summary } } },
      async ({ query, caller, id: requestId }) => {
        const none = { total: 0, month: 0 }
        const request = { filter: toFilter(query) }
        const { links, clicks } = await analytics.summarize(request, { caller, requestId })
        return { links: links ?? none, clicks: clicks ?? none }
      },
    )

    async function group(fields: string[], query: Static<typeof FilterQuery>, call: CallOptions) {
      const page = pageOf(query)
      const { groups } = await analytics.groupClicks(
        { filter: toFilter(query), fields, page },
        call,
      )
      await nameLabels(groups, call)
      const { offset, limit } = page
      return Object.fromEntries(
        groups.map(({ field, items, total }) => [field, { items, total, offset, limit }]),
      )
    }

    /** Titles folders and tags with their names from catalog; deleted ones are shown by id. */
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
      for (const [items, labels] of [
        [folders, found.folders],
        [tags, found.tags],
      ] as const) {
        for (const item of items) {
          item.title = labels.find(({ id }) => String(id) === item.value)?.name ?? item.value
        }
      }
      for (const { items } of groups.filter(({ field }) => LABELS.includes(field))) {
        items.sort((a, b) => b.clicks - a.clicks || a.title.localeCompare(b.title, 'en'))
      }
    }
  }

const LABELS = ['folders', 'tags']
