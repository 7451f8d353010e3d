import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams } from '../../schema/shared.schema.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { toCreateRequest, toDomainBody, toProvableBody, toUpdateRequest } from './domain.rules.ts'
import {
  CreateDomain,
  Domain,
  ListDomainsQuery,
  ProvableDomain,
  UpdateDomain,
} from './domain.schema.ts'

const write = { scope: 'catalog:write' } as const

export const domainRoutes =
  ({ domains }: Pick<Clients, 'domains'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(
      resourceRoutes({
        path: '/domain',
        noun: 'domain',
        read: { scope: 'catalog:read' },
        write,
        schemas: {
          query: ListDomainsQuery,
          one: Domain,
          create: CreateDomain,
          made: ProvableDomain,
          update: UpdateDomain,
        },
        async list({ offset, limit, search, sort = 'created_at', order = 'asc' }, call) {
          const found = await domains.listDomains({ offset, limit, search, sort, order }, call)
          return { items: found.domains.map(toDomainBody), total: found.total }
        },
        create: async (body, call) =>
          toProvableBody(await domains.createDomain(toCreateRequest(body), call)),
        get: async (it, call) => toDomainBody(await domains.getDomain(it, call)),
        update: async (id, body, call) =>
          toDomainBody(await domains.updateDomain(toUpdateRequest(id, body), call)),
        remove: domains.deleteDomain,
      }),
    )

    app.post(
      '/domain/:id/verify',
      { config: write, schema: { params: IdParams, response: { 200: ProvableDomain } } },
      async ({ params, caller, id: requestId }) => {
        const id = pathId(params.id, 'There is no such domain.')
        return toProvableBody(await domains.verifyDomain({ id }, { caller, requestId }))
      },
    )
  }
