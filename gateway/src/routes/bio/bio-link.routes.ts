import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { toCreateRequest, toEditableBody, toUpdateRequest } from './bio.rules.ts'
import {
  BioLinkOrder,
  CreateBioLink,
  EditableBioLink,
  ListBioLinksQuery,
  OrderedBioLinks,
  UpdateBioLink,
} from './bio.schema.ts'

const write = { scope: 'bio:write' } as const

/** The links of the team's bio page. */
export const bioLinkRoutes =
  ({ bioLinks }: Pick<Clients, 'bioLinks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(
      resourceRoutes({
        path: '/bio/link',
        noun: 'bio link',
        read: { scope: 'bio:read' },
        write,
        schemas: {
          query: ListBioLinksQuery,
          one: EditableBioLink,
          create: CreateBioLink,
          update: UpdateBioLink,
        },
        async list({ offset, limit }, call) {
          const found = await bioLinks.listBioLinks({ offset, limit }, call)
          return { items: found.links.map(toEditableBody), total: found.total }
        },
        create: async (body, call) =>
          toEditableBody(await bioLinks.createBioLink(toCreateRequest(body), call)),
        get: async (it, call) => toEditableBody(await bioLinks.getBioLink(it, call)),
        update: async (id, body, call) =>
          toEditableBody(await bioLinks.updateBioLink(toUpdateRequest(id, body), call)),
        remove: bioLinks.deleteBioLink,
      }),
    )

    app.put(
      '/bio/link/order',
      {
        config: write,
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
  }
