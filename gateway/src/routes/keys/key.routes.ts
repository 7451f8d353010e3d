import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ApiKey, CreatedApiKey } from '@fingerpost/protos/catalog/v1/api_key'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams } from '../../schema/shared.schema.ts'
import { resourceRoutes } from '../resource.routes.ts'
import {
  CreatedKey,
  CreateKey,
  Key,
  ListKeysQuery,
  RevokedKey,
  RotateKey,
  UpdateKey,
} from './key.schema.ts'

const config = { scope: 'key:manage' } as const

/** The keys of a team. A revoked key is not listed, and stops working within a second. */
export const keyRoutes =
  ({ keys }: Pick<Clients, 'keys'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(
      resourceRoutes({
        path: '/key',
        noun: 'API key',
        read: config,
        write: config,
        schemas: {
          query: ListKeysQuery,
          one: Key,
          create: CreateKey,
          made: CreatedKey,
          update: UpdateKey,
          removed: RevokedKey,
        },
        async list({ offset, limit }, call) {
          const found = await keys.listApiKeys({ offset, limit }, call)
          return { items: found.keys.map(toKeyBody), total: found.total }
        },
        create: async ({ name, ...rest }, call) =>
          toCreatedKeyBody(await keys.createApiKey({ name, ...optionalFields(rest) }, call)),
        get: async (it, call) => toKeyBody(await keys.getApiKey(it, call)),
        async update(id, { name, ...rest }, call) {
          const clear = (['scopes', 'expires_at'] as const).filter((field) => rest[field] === null)
          const request = { id, name, ...optionalFields(rest), clear }
          return toKeyBody(await keys.updateApiKey(request, call))
        },
        remove: keys.revokeApiKey,
      }),
    )

    app.post(
      '/key/:id/rotate',
      { config, schema: { params: IdParams, body: RotateKey, response: { 200: CreatedKey } } },
      async ({ params, body, caller, id: requestId }) => {
        const id = pathId(params.id, 'There is no such API key.')
        const request = { id, overlap_hours: body.overlap_hours }
        return toCreatedKeyBody(await keys.rotateApiKey(request, { caller, requestId }))
      },
    )
  }

const optionalFields = ({ scopes, expires_at }: Static<typeof UpdateKey>) => ({
  scopes: scopes ? { names: scopes } : undefined,
  expires_at: expires_at ? new Date(expires_at) : undefined,
})

const toKeyBody = bodyOf(Key)

/** A key with its secret, as only the responses show it that create one. */
export const toCreatedKeyBody = ({
  api_key,
  secret,
}: CreatedApiKey): Static<typeof CreatedKey> => ({ ...toKeyBody(api_key as ApiKey), key: secret })
