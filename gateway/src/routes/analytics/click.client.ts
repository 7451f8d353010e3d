import type { Signer } from '@fingerpost/kit/secrets/signature'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { faviconPath } from '../favicons/favicon.rules.ts'
import { idOf, toClickBody, toFilter, withDailyVisitors, withVisitors } from './analytics.rules.ts'
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
import { operation, type ReportOperations } from './report-operation.schema.ts'

/** Clicks over time, their destinations, and the clicks themselves. */
export const clickOperations = (
  { analytics }: Pick<Clients, 'analytics'>,
  icons: Signer,
): ReportOperations => ({
  clicks: operation(ClicksQuery, TimeCounts, async (query, call) => {
    const paged = query.page !== undefined || query.limit !== undefined
    const { counts } = await analytics.countClicks(
      {
        filter: toFilter(query),
        interval: query.interval,
        page: paged ? pageOf(query) : undefined,
      },
      call,
    )
    return withDailyVisitors(counts)
  }),

  series: operation(SeriesQuery, Series, async ({ link_ids, interval, ...filters }, call) => {
    const ids = link_ids.split(',')
    const { links } = await analytics.countClicksByLink(
      { filter: toFilter(filters), link_ids: ids.map(idOf), interval },
      call,
    )
    const counts = new Map(links.map((it) => [it.link_id, withDailyVisitors(it.counts)]))
    return Object.fromEntries(ids.map((id) => [id, counts.get(idOf(id)) ?? []]))
  }),

  originals: operation(FilterQuery, OriginalList, async (query, call) => {
    const page = pageOf(query)
    const found = await analytics.listOriginals({ filter: toFilter(query), page }, call)
    const items = found.items.map((it) => ({
      ...withVisitors(it),
      link_id: String(it.link_id),
      favicon: faviconPath(it.url, call.caller.orgId, icons.sign),
    }))
    return { items, total: found.total, offset: page.offset, limit: page.limit }
  }),

  destinations: operation(FilterQuery, DestinationList, async (query, call) => {
    const page = pageOf(query)
    const found = await analytics.listDestinations({ filter: toFilter(query), page }, call)
    const items = found.items.map((link) => ({
      ...withVisitors(link),
      destinations: link.destinations.map(withVisitors),
      link_id: String(link.link_id),
      favicon: faviconPath(link.destinations[0]?.url ?? '', call.caller.orgId, icons.sign),
    }))
    return { items, total: found.total, offset: page.offset, limit: page.limit }
  }),

  stream: operation(FilterQuery, ClickList, async (query, call) => {
    const page = pageOf(query)
    const found = await analytics.listClicks({ filter: toFilter(query), page }, call)
    const items = found.items.map(toClickBody)
    return { items, total: found.total, offset: page.offset, limit: page.limit }
  }),
})
