import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { notFound } from '@fingerpost/kit/http/problem'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { CreateErasureRequest } from '@fingerpost/protos/catalog/v1/erasure'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams, pageOf } from '../../schema/shared.schema.ts'
import { checkStored, toErasureBody, toLinkIds } from './erasure.rules.ts'
import {
  CreateErasure,
  Erasure,
  ErasureList,
  ErasurePreview,
  ListErasuresQuery,
} from './erasure.schema.ts'

const config = { scope: 'click:erase' } as const

/** Erasures of clicks: jobs that the click worker carries out. */
export const erasureRoutes =
  (
    { erasures, erasurePreviews, links }: Pick<Clients, 'erasures' | 'erasurePreviews' | 'links'>,
    precision: AddressPrecision,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** The request for catalog. Throws for an address that cannot be found, and for unknown links. */
    async function requestOf(
      { link_ids: given, domain_id, address, from, to }: Static<typeof CreateErasure>,
      call: CallOptions,
    ): Promise<CreateErasureRequest> {
      if (address !== undefined) checkStored(address, precision)
      const link_ids = toLinkIds(given ?? [])
      if (link_ids.length > 0) {
        const { ids } = await links.recallLinks({ ids: link_ids }, call)
        const missing = link_ids.find((id) => !ids.includes(id))
        if (missing !== undefined)
          throw notFound(`There is no link with the id ${missing} in this team.`)
      }
      return {
        link_ids,
        domain_id,
        address,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
        deleted_links: false,
      }
    }

    app.post(
      '/erasure',
      { config, schema: { body: CreateErasure, response: { 202: Erasure } } },
      async ({ body, caller, id: requestId }, reply) => {
        const call = { caller, requestId }
        const made = await erasures.createErasure(await requestOf(body, call), call)
        const location = `/api/erasure/${made.id}`
        return reply.code(202).header('location', location).send(toErasureBody(made))
      },
    )

    app.post(
      '/erasure/preview',
      { config, schema: { body: CreateErasure, response: { 200: ErasurePreview } } },
      async ({ body, caller, id: requestId }) => {
        const call = { caller, requestId }
        const checked = await erasures.checkErasure(await requestOf(body, call), call)
        const { from, until = new Date(), ...criteria } = checked
        const times = { from_ms: from?.getTime() ?? 0, until_ms: until.getTime() }
        return erasurePreviews.previewErasure({ ...criteria, ...times }, call)
      },
    )

    app.get(
      '/erasure',
      { config, schema: { querystring: ListErasuresQuery, response: { 200: ErasureList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await erasures.listErasures({ offset, limit }, { caller, requestId })
        return { items: found.erasures.map(toErasureBody), total: found.total, offset, limit }
      },
    )

    app.get(
      '/erasure/:id',
      { config, schema: { params: IdParams, response: { 200: Erasure } } },
      async ({ params, caller, id: requestId }) => {
        const id = pathId(params.id, 'There is no such erasure.')
        return toErasureBody(await erasures.getErasure({ id }, { caller, requestId }))
      },
    )
  }
