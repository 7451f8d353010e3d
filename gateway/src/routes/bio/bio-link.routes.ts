import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { toCreateRequest, toEditableBody, toUpdateRequest } from './bio.rules.ts'
import {
  BioLinkOrder,
  BioLinkParams,
  CreateBioLink,
  EditableBioLink,
  EditableBioLinkList,
  ListBioLinksQuery,
  OrderedBioLinks,
  UpdateBioLink,
} from './bio.schema.ts'

const READ = { scope: 'bio:read' } as const
const WRITE = { scope: 'bio:write' } as const

/** The links of the team's bio page. */
export const bioLinkRoutes =
  ({ bioLinks }: Pick<Clients, 'bioLinks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const one = '/bio/link/:id'
    const params = BioLinkParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such bio link.')

    app.get(
      '/bio/link',
      {
        config: READ,
        schema: { querystring: ListBioLinksQuery, response: { 200: EditableBioLinkList } },
      },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await bioLinks.listBioLinks({ offset, limit }, { caller, requestId })
        return { items: found.links.map(toEditableBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/bio/link',
      { config: WRITE, schema: { body: CreateBioLink, response: { 201: EditableBioLink } } },
      async ({ body, caller, id: requestId }, reply) => {
        const link = await bioLinks.createBioLink(toCreateRequest(body), { caller, requestId })
        return reply
          .code(201)
          .header('location', `/api/bio/link/${link.id}`)
          .send(toEditableBody(link))
      },
    )

    app.put(
      '/bio/link/order',
      {
        config: WRITE,
        schema: { body: BioLinkOrder, response: { 200: OrderedBioLinks } },
        preValidation: async (request) => {
          if (Array.isArray(request.body)) request.body = { items: request.body }
        },
      },
      async ({ body, caller, id: requestId }) => {
        const places = body.items
        const { links } = await bioLinks.orderBioLinks({ places }, { caller, requestId })
        return { items: links.map(toEditableBody) }
      },
    )

    app.get(
      one,
      { config: READ, schema: { params, response: { 200: EditableBioLink } } },
      async ({ params, caller, id: requestId }) =>
        toEditableBody(await bioLinks.getBioLink({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: WRITE,
      schema: { params, body: UpdateBioLink, response: { 200: EditableBioLink } },
      handler: async ({ params, body, caller, id: requestId }) => {
        const request = toUpdateRequest(idOf(params), body)
        return toEditableBody(await bioLinks.updateBioLink(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config: WRITE, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await bioLinks.deleteBioLink({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )
  }
