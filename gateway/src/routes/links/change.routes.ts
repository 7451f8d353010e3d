import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound } from '@fingerpost/kit/http/problem'
import { toLinkBody } from '@fingerpost/protos/link-body'
import { LIST_FIELDS, LIST_RULES, replaceCall } from '@fingerpost/protos/redirect-rules'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import { DeleteQuery } from './bulk.schema.ts'
import { deleteLinks } from './delete.client.ts'
import { newRules, toUpdateRequest } from './link.rules.ts'
import { ChangedLink, Deleted, LinkParams, MobileLinks, UpdateLink } from './link.schema.ts'
import { NEW_LISTS } from './list.schema.ts'
import { placeWarnings } from './place.client.ts'

/** Changes of one link. */
export const linkChangeRoutes =
  (clients: Pick<Clients, 'links' | 'erasures' | 'geo'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { links, geo } = clients
    const config = { scope: 'link:write' } as const
    const response = { 200: ChangedLink }

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/link/:link_id',
      config,
      schema: { params: LinkParams, body: UpdateLink, response },
      handler: async ({ params, body, caller, id: requestId }) => {
        const call = { caller, requestId }
        const link = await links.updateLink(toUpdateRequest(idOf(params), body), call)
        return { ...toLinkBody(link), ...(await placeWarnings(geo, 'rules', body.rules, call)) }
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
        `/link/:link_id/${LIST_RULES[field].kind}`,
        { config, schema: { params: LinkParams, body: NEW_LISTS[field], response } },
        async ({ params, body, caller, id: requestId }) => {
          const call = { caller, requestId }
          const rules = field === 'rules' ? newRules(body.items as never[]) : undefined
          const request = { id: idOf(params), items: (rules ?? body.items) as never[] }
          const link = await links[replaceCall(field)](request, call)
          return { ...toLinkBody(link), ...(await placeWarnings(geo, 'items', rules, call)) }
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
