import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Signer } from '@fingerpost/kit/secrets/signature'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { faviconPath, idOf, toClickBody, toFilter } from './analytics.rules.ts'
import {
  ClickList,
  ClicksQuery,
  DestinationList,
  FilterQuery,
  OriginalList,
  Series,
  SeriesQuery,
  TimeCounts,
} from './analytics.schema.ts'

export const analyticsRoutes =
  ({ analytics }: Pick<Clients, 'analytics'>, icons: Signer): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'analytics:read' } as const

    app.get(
      '/analytics/clicks',
      { config, schema: { querystring: ClicksQuery, response: { 200: TimeCounts } } },
      async ({ query, caller, id: requestId }) => {
        const paged = query.page !== undefined || query.limit !== undefined
        const { counts } = await analytics.countClicks(
          {
            filter: toFilter(query),
            interval: query.interval,
            page: paged ? pageOf(query) : undefined,
          },
          { caller, requestId },
        )
        return counts
      },
    )

    app.get(
      '/analytics/series',
      { config, schema: { querystring: SeriesQuery, response: { 200: Series } } },
      async ({ query: { link_ids, interval, ...filters }, caller, id: requestId }) => {
        const ids = link_ids.split(',')
        const { links } = await analytics.countClicksByLink(
          { filter: toFilter(filters), link_ids: ids.map(idOf), interval },
          { caller, requestId },
        )
        const counts = new Map(links.map((it) => [it.link_id, it.counts]))
        return Object.fromEntries(ids.map((id) => [id, counts.get(idOf(id)) ?? []]))
      },
    )

    app.get(
      '/analytics/originals',
      { config, schema: { querystring: FilterQuery, response: { 200: OriginalList } } },
      async ({ query, caller, id: requestId }) => {
        const page = pageOf(query)
        const found = await analytics.listOriginals(
          { filter: toFilter(query), page },
          { caller, requestId },
        )
        const items = found.items.map(({ link_id: linkId, short_url: shortUrl, url, clicks }) => ({
          link_id: String(linkId),
          short_url: shortUrl,
          url,
          clicks,
          favicon: faviconPath(url, icons.sign),
        }))
        return { items, total: found.total, offset: page.offset, limit: page.limit }
      },
    )

    app.get(
      '/analytics/destinations',
      { config, schema: { querystring: FilterQuery, response: { 200: DestinationList } } },
      async ({ query, caller, id: requestId }) => {
        const page = pageOf(query)
        const found = await analytics.listDestinations(
          { filter: toFilter(query), page },
          { caller, requestId },
        )
        const items = found.items.map((link) => ({
          ...link,
          link_id: String(link.link_id),
          favicon: faviconPath(link.destinations[0]?.url ?? '', icons.sign),
        }))
        return { items, total: found.total, offset: page.offset, limit: page.limit }
      },
    )

    app.get(
      '/analytics/stream',
      { config, schema: { querystring: FilterQuery, response: { 200: ClickList } } },
      async ({ query, caller, id: requestId }) => {
        const page = pageOf(query)
        const found = await analytics.listClicks(
          { filter: toFilter(query), page },
          { caller, requestId },
        )
        const items = found.items.map(toClickBody)
        return { items, total: found.total, offset: page.offset, limit: page.limit }
      },
    )
  }
