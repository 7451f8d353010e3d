import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Caller } from '@fingerpost/kit/grpc/context'
import { Problem } from '@fingerpost/kit/http/problem'
import type { Signer } from '@fingerpost/kit/secrets/signature'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Clients } from '../../clients.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { faviconPath } from '../favicons/favicon.rules.ts'
import { fillPage, linkCreator, linkLoader } from './link.client.ts'
import { geoUrl, toCreateRequest, toLinkFilter } from './link.rules.ts'
import {
  ChangedLink,
  CreateLink,
  FindLinkQuery,
  GetLinkQuery,
  Link,
  LinkList,
  LinkParams,
  ListLinksQuery,
  Preview,
  PreviewQuery,
  SlugAnswer,
  SlugQuery,
} from './link.schema.ts'
import { placeWarnings } from './place.client.ts'

export const linkRoutes =
  ({ links, geo }: Pick<Clients, 'links' | 'geo'>, icons: Signer): FastifyPluginAsyncTypebox =>
  async (app) => {
    const faviconOf = ({ url }: { url: string }, { orgId }: Caller) => ({
      favicon: faviconPath(url, orgId, icons.sign),
    })
    const load = linkLoader(links)
    const create = linkCreator(links)

    app.post(
      '/link',
      {
        config: { scope: 'link:write' },
        schema: { body: CreateLink, response: { 201: ChangedLink } },
      },
      async ({ body, caller, idempotencyKey, id: requestId }, reply) => {
        const request = { ...toCreateRequest(body), idempotency_key: idempotencyKey }
        const link = await create({ request, caller, requestId })
        const warnings = await placeWarnings(geo, 'rules', body.rules, { caller, requestId })
        return reply
          .code(201)
          .header('location', `/api/link/${link.id}`)
          .send({ ...toLinkBody(link), ...warnings })
      },
    )

    app.get(
      '/link',
      {
        config: { scope: 'link:read' },
        schema: { querystring: ListLinksQuery, response: { 200: LinkList } },
      },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const { sort = 'created_at', order = sort === 'created_at' ? 'desc' : 'asc' } = query
        const list = { filter: toLinkFilter(query), sort, order }
        const found = await fillPage({ offset, limit }, (rest) =>
          links.listLinks({ ...list, ...rest }, { caller, requestId }),
        )
        const items = found.links.map((link) => ({
          ...toLinkBody(link),
          ...(query.favicon && faviconOf(link, caller)),
        }))
        return { items, total: found.total, offset, limit }
      },
    )

    app.get(
      '/link/find',
      {
        config: { scope: 'link:read' },
        schema: { querystring: FindLinkQuery, response: { 200: Link } },
      },
      async ({ query, caller, id: requestId }) =>
        toLinkBody(await links.findLink(query, { caller, requestId })),
    )

    app.get(
      '/link/available',
      {
        config: { scope: 'link:read' },
        schema: { querystring: SlugQuery, response: { 200: SlugAnswer } },
      },
      async ({ query, caller, id: requestId }) => {
        const { domain_id, slug } = query
        const found = await links.checkSlug({ domain_id, slug }, { caller, requestId })
        return { available: found.available, reason: found.reason ?? null }
      },
    )

    app.get(
      '/link/preview',
      {
        // Like creating a link, it makes the instance read a page.
        config: { scope: 'link:write' },
        schema: { querystring: PreviewQuery, response: { 200: Preview } },
      },
      async ({ query: { url }, caller, id: requestId }) => {
        const { title } = await links.previewPage({ url }, { caller, requestId })
        return { title: title || null, ...faviconOf({ url }, caller) }
      },
    )

    app.get(
      '/link/:link_id',
      {
        config: { scope: 'link:read' },
        schema: { params: LinkParams, querystring: GetLinkQuery, response: { 200: Link } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const link = await load({ id: Number(params.link_id), caller, requestId })
        const body = { ...toLinkBody(link), ...(query.favicon && faviconOf(link, caller)) }
        if (query.ip === undefined) return body
        const country = await countryOf(query.ip, { caller, requestId })
        return link.geo.length === 0 ? body : { ...body, geo_url: geoUrl(link, country) }
      },
    )

    /** Undefined for an address without a known country, or without a geo database. */
    const countryOf = (ip: string, call: { caller: Caller; requestId: string }) =>
      geo.locateAddress({ ip }, call).then(
        ({ country }) => country?.iso_code,
        (error: unknown) => {
          const placeless = ['geo_not_found', 'geo_database_unavailable']
          if (error instanceof Problem && placeless.includes(error.code)) return undefined
          throw error
        },
      )
  }
