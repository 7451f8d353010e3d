import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound } from '@fingerpost/kit/http/problem'
import { toLinkBody } from '@fingerpost/protos/link-body'
import { LIST_FIELDS, replaceCall } from '@fingerpost/protos/redirect-rules'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import { DeleteQuery } from './bulk.schema.ts'
import { deleteLinks } from './delete.client.ts'
import { toUpdateRequest } from './link.rules.ts'
import { Deleted, Link, LinkParams, MobileLinks, UpdateLink } from './link.schema.ts'
import { NEW_LISTS } from './list.schema.ts'

/** Changes of one link. */
export const linkChangeRoutes =
  (clients: Pick<Clients, 'links' | 'erasures'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { links } = clients
    const config = { scope: 'link:write' } as const
    const response = { 200: Link }

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/link/:link_id',
      config,
      schema: { params: LinkParams, body: UpdateLink, response },
      handler: async ({ params, body, caller, id: requestId }) => {
        const request = toUpdateRequest(idOf(params), body)
        return toLinkBody(await links.updateLink(request, { caller, requestId }))
      },
    })

    app.delete(
      '/link/:link_id',
      {
        config,
        schema: { params: LinkParams, querystring: DeleteQuery, response: { 200: Deleted } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const id = idOf(params)
        const call = { caller, requestId }
        const {
          deleted: _,
          missing,
          ...erasure
        } = await deleteLinks(clients, [id], query.with_clicks, call)
        if (missing.length > 0) throw notFound('There is no such link.')
        return { id: String(id), deleted: true as const, ...erasure }
      },
    )

    for (const field of LIST_FIELDS) {
      app.put(
        `/link/:link_id/${field}`,
        { config, schema: { params: LinkParams, body: NEW_LISTS[field], response } },
        async ({ params, body, caller, id: requestId }) => {
          const request = { id: idOf(params), items: body.items as never[] }
          return toLinkBody(await links[replaceCall(field)](request, { caller, requestId }))
        },
      )
    }

    app.put(
      '/link/:link_id/mobile',
      { config, schema: { params: LinkParams, body: MobileLinks, response } },
      async ({ params, body, caller, id: requestId }) => {
        const request = {
          id: idOf(params),
          ios: body.ios ?? undefined,
          android: body.android ?? undefined,
          clear: clearedFields(body),
        }
        return toLinkBody(await links.updateLink(request, { caller, requestId }))
      },
    )
  }

const idOf = ({ link_id }: { link_id: string }) => pathId(link_id, 'There is no such link.')
