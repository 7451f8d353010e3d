import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Domain as DomainMessage } from '@fingerpost/protos/catalog/v1/domain'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { type Domain, DomainList, ListDomainsQuery } from './domain.schema.ts'

export const domainRoutes =
  ({ domains }: Pick<Clients, 'domains'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/domain',
      {
        config: { scope: 'catalog:read' },
        schema: { querystring: ListDomainsQuery, response: { 200: DomainList } },
      },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await domains.listDomains({ offset, limit }, { caller, requestId })
        return { items: found.domains.map(toDomainBody), total: found.total, offset, limit }
      },
    )
  }

const toDomainBody = (domain: DomainMessage): Static<typeof Domain> => ({
  id: domain.id,
  org_id: String(domain.orgId),
  name: domain.name,
  slug_length: domain.slugLength,
  allow_preview: domain.allowPreview,
  verified: domain.verified,
  ...(domain.owner === undefined ? {} : { owner: domain.owner }),
  root_url: domain.rootUrl ?? null,
  not_found_url: domain.notFoundUrl ?? null,
  expired_url: domain.expiredUrl ?? null,
  case_sensitive: domain.caseSensitive,
  forward_query: domain.forwardQuery,
})
