import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { numbers, outcomesOf } from './bulk.routes.ts'
import { DeletedMany, LinkIds } from './bulk.schema.ts'
import { TURN_MS } from './delete.client.ts'
import { type DeletedLink, DeletedLinkList, RestoredMany, TrashQuery } from './trash.schema.ts'

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
        const items: Static<typeof DeletedLink>[] = []
        let total = 0
        // A response is bounded in bytes, so a page of large links takes several calls.
        for (let more = true; more; ) {
          const rest = { offset: offset + items.length, limit: limit - items.length }
          const found = await links.listDeletedLinks(rest, { caller, requestId })
          for (const { link, deleted_at, restorable_until } of found.links) {
            if (!link || !deleted_at || !restorable_until) continue
            items.push({
              ...toLinkBody(link),
              deleted_at: deleted_at.toISOString(),
              restorable_until: restorable_until.toISOString(),
            })
          }
          total = found.total
          more = found.links.length > 0 && items.length < Math.min(limit, total - offset)
        }
        return { items, total, offset, limit }
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
