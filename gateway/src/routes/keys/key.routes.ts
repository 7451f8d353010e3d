import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ApiKey, CreatedApiKey } from '@fingerpost/protos/catalog/v1/api_key'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import {
  CreatedKey,
  CreateKey,
  Key,
  KeyList,
  KeyParams,
  ListKeysQuery,
  RevokedKey,
  RotateKey,
  UpdateKey,
} from './key.schema.ts'

/** The keys of a team. A revoked key is not listed, and stops working within a second. */
export const keyRoutes =
  ({ keys }: Pick<Clients, 'keys'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'key:manage' } as const
    const params = KeyParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such API key.')

    app.get(
      '/key',
      { config, schema: { querystring: ListKeysQuery, response: { 200: KeyList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await keys.listApiKeys({ offset, limit }, { caller, requestId })
        return { items: found.keys.map(toKeyBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/key',
      { config, schema: { body: CreateKey, response: { 201: CreatedKey } } },
      async ({ body, caller, id: requestId }, reply) => {
        const request = { name: body.name, ...optionalFields(body) }
        const key = toCreatedKeyBody(await keys.createApiKey(request, { caller, requestId }))
        return reply.code(201).header('location', `/api/key/${key.id}`).send(key)
      },
    )

    app.get(
      '/key/:id',
      { config, schema: { params, response: { 200: Key } } },
      async ({ params, caller, id: requestId }) =>
        toKeyBody(await keys.getApiKey({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/key/:id',
      config,
      schema: { params, body: UpdateKey, response: { 200: Key } },
      handler: async ({ params, body, caller, id: requestId }) => {
        const clear = (['scopes', 'expires_at'] as const).filter((name) => body[name] === null)
        const request = { id: idOf(params), name: body.name, ...optionalFields(body), clear }
        return toKeyBody(await keys.updateApiKey(request, { caller, requestId }))
      },
    })

    app.post(
      '/key/:id/rotate',
      { config, schema: { params, body: RotateKey, response: { 200: CreatedKey } } },
      async ({ params, body, caller, id: requestId }) => {
        const request = { id: idOf(params), overlap_hours: body.overlap_hours }
        return toCreatedKeyBody(await keys.rotateApiKey(request, { caller, requestId }))
      },
    )

    app.delete(
      '/key/:id',
      { config, schema: { params, response: { 200: RevokedKey } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        const { also_revoked } = await keys.revokeApiKey({ id }, { caller, requestId })
        return { id, deleted: true as const, also_revoked }
      },
    )
  }

const optionalFields = ({ scopes, expires_at }: Static<typeof UpdateKey>) => ({
  scopes: scopes ? { names: scopes } : undefined,
  expires_at: expires_at ? new Date(expires_at) : undefined,
})

/** A key with its secret, as only the responses show it that create one. */
export const toCreatedKeyBody = ({
  api_key,
  secret,
}: CreatedApiKey): Static<typeof CreatedKey> => ({ ...toKeyBody(api_key as ApiKey), key: secret })

const toKeyBody = (key: ApiKey): Static<typeof Key> => ({
  id: key.id,
  org_id: String(key.org_id),
  user_id: String(key.user_id),
  name: key.name,
  last_four: key.last_four,
  scopes: key.scopes,
  expires_at: key.expires_at?.toISOString() ?? null,
  created_at: (key.created_at ?? new Date(0)).toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  previous_key_until: key.previous_key_until?.toISOString() ?? null,
  made_by: key.made_by ?? null,
})
