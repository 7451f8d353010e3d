import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Link } from '@fingerpost/protos/link/v1/link'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { numbers, outcomesOf } from './bulk.routes.ts'
import { DeletedMany, LinkIds } from './bulk.schema.ts'
import { TURN_MS } from './delete.client.ts'
import { fillPage } from './link.client.ts'
import { DeletedLinkList, RestoredMany, TRASH_DATES, TrashQuery } from './trash.schema.ts'

const toDates = bodyOf(TRASH_DATES)

/** Deleted links while they can be restored. */
export const trashRoutes =
  ({ links }: Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'link:write' } as const

    app.get(
      '/link/trash',
      {
        config: { scope: 'link:read' },
        schema: { querystring: TrashQuery, response: { 200: DeletedLinkList } },
      },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await fillPage({ offset, limit }, (rest) =>
          links.listDeletedLinks(rest, { caller, requestId }),
        )
        const items = found.links.map(({ link, ...dates }) => ({
          ...toLinkBody(link as Link),
          ...toDates(dates),
        }))
        return { items, total: found.total, offset, limit }
      },
    )

    app.post(
      '/link/restore',
      { config, schema: { body: LinkIds, response: { 200: RestoredMany } } },
      async ({ body, caller, id: requestId }) => {
        const { results } = await links.undeleteLinks(
          { ids: numbers(body.ids) },
          { caller, requestId, timeoutMs: TURN_MS },
        )
        const { done, missing, failed } = outcomesOf(results)
        return { restored: done, missing, failed }
      },
    )

    app.post(
      '/link/trash/delete',
      { config, schema: { body: LinkIds, response: { 200: DeletedMany } } },
      async ({ body, caller, id: requestId }) => {
        const request = { ids: numbers(body.ids) }
        const { changed, missing } = await links.purgeLinks(request, { caller, requestId })
        return { deleted: changed.length, missing: missing.map(String) }
      },
    )
  }
