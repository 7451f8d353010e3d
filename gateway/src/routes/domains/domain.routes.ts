import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { toCreateRequest, toDomainBody, toProvableBody, toUpdateRequest } from './domain.rules.ts'
import {
  CreateDomain,
  Domain,
  DomainList,
  DomainParams,
  ListDomainsQuery,
  ProvableDomain,
  UpdateDomain,
} from './domain.schema.ts'

const READ = { scope: 'catalog:read' } as const
const WRITE = { scope: 'catalog:write' } as const

export const domainRoutes =
  ({ domains }: Pick<Clients, 'domains'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const one = '/domain/:id'
    const params = DomainParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such domain.')

    app.get(
      '/domain',
      { config: READ, schema: { querystring: ListDomainsQuery, response: { 200: DomainList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const { search, sort = 'created_at', order = 'asc' } = query
        const request = { offset, limit, search, sort, order }
        const found = await domains.listDomains(request, { caller, requestId })
        return { items: found.domains.map(toDomainBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/domain',
      { config: WRITE, schema: { body: CreateDomain, response: { 201: ProvableDomain } } },
      async ({ body, caller, id: requestId }, reply) => {
        const made = await domains.createDomain(toCreateRequest(body), { caller, requestId })
        const domain = toProvableBody(made)
        return reply.code(201).header('location', `/api/domain/${domain.id}`).send(domain)
      },
    )

    app.get(
      one,
      { config: READ, schema: { params, response: { 200: Domain } } },
      async ({ params, caller, id: requestId }) =>
        toDomainBody(await domains.getDomain({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: WRITE,
      schema: { params, body: UpdateDomain, response: { 200: Domain } },
      handler: async ({ params, body, caller, id: requestId }) => {
        const request = toUpdateRequest(idOf(params), body)
        return toDomainBody(await domains.updateDomain(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config: WRITE, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await domains.deleteDomain({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )

    app.post(
      `${one}/verify`,
      { config: WRITE, schema: { params, response: { 200: ProvableDomain } } },
      async ({ params, caller, id: requestId }) =>
        toProvableBody(await domains.verifyDomain({ id: idOf(params) }, { caller, requestId })),
    )
  }
