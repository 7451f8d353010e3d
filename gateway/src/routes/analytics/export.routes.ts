import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { csvFormat, ndjsonFormat, whileKeyHolds, writeExport } from '../export.rules.ts'
import { toClickBody, toFilter } from './analytics.rules.ts'
import { Click } from './analytics.schema.ts'
import { ClickExportQuery } from './group.schema.ts'

const PIECE = 200

type ClickBody = Static<typeof Click>

const FORMATS = {
  csv: csvFormat<ClickBody>(Object.keys(Click.properties), (click) => ({
    ...click,
    geo: JSON.stringify(click.geo),
    query: JSON.stringify(click.query),
  })),
  ndjson: ndjsonFormat<ClickBody>(),
}

/** All clicks of a filter as one stream, newest first. */
export const clickExportRoutes =
  ({ analytics }: Pick<Clients, 'analytics'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/analytics/export',
      { config: { scope: 'analytics:read' }, schema: { querystring: ClickExportQuery } },
      async (request, reply) => {
        const { query, caller, id: requestId } = request
        const { format = 'csv', page: _page, limit: _limit, ...filters } = query
        const pieces = whileKeyHolds(request, scan(toFilter(filters), { caller, requestId }))
        const first = await pieces.next()
        return reply
          .type(FORMATS[format].type)
          .header('content-disposition', `attachment; filename="clicks.${format}"`)
          .send(Readable.from(writeExport(FORMATS[format], first.value ?? [], pieces)))
      },
    )

    async function* scan(filter: Filter, call: CallOptions) {
      for (let last: { beforeMs: number; beforeId: string } | undefined; ; ) {
        const { items } = await analytics.scanClicks({ filter, limit: PIECE, ...last }, call)
        const end = items.at(-1)
        if (!end) return
        yield items.map(toClickBody)
        last = { beforeMs: end.createdAtMs, beforeId: end.id }
      }
    }
  }
