import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Client } from '@fingerpost/kit/grpc/client'
import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import type { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { authenticate } from '../auth.ts'
import type { Limits } from '../limits/limit.hook.ts'
import type { SignIns } from './sign-in.cache.ts'

const bodyLimit = 1_024

/**
 * Sign-in to the dashboard by one-time link: the owner of an API key creates a token, and the
 * browser exchanges the token for the key.
 */
export async function sessionRoutes(
  app: FastifyInstance,
  keys: Client<ApiKeysService>,
  limits: Limits,
  signIns: SignIns,
): Promise<void> {
  await app.register(async (guarded) => {
    authenticate(guarded, { keys }, limits)
    guarded.post(
      '/sign-in',
      { bodyLimit, config: { scope: null }, schema: { hide: true } },
      async ({ headers }, reply) => {
        const made = await signIns.save(String(headers['x-api-key'])).catch(away)
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ token: made.token, expires_at: made.expiresAt.toISOString() })
      },
    )
  })

  const body = Type.Object({ token: Type.String({ maxLength: 256 }) })
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .post('/session', { bodyLimit, schema: { hide: true, body } }, async (request, reply) => {
      const api_key = await signIns.take(request.body.token).catch(away)
      if (api_key === undefined) {
        await limits.ofAddress(limits.addressOf(request), reply, 1)
        const detail = 'This sign-in link was already used, or has expired.'
        throw new Problem('unauthenticated', 'invalid_sign_in', detail)
      }
      return reply.header('cache-control', 'no-store').send({ api_key })
    })
}

const away = (error: Error): never => {
  throw unavailable('Sign-in links are temporarily unavailable. Sign in with an API key.', error)
}
