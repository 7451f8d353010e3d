import type { Caller, Client } from '@fingerpost/kit/grpc'
import { Problem } from '@fingerpost/kit/problem'
import { hashToken, isToken } from '@fingerpost/kit/token'
import type { ApiKeysService, VerifiedApiKey } from '@fingerpost/protos/catalog/v1/api_key'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

export const KEY_PREFIX = 'fp'

/** A key is asked for again after a second, so a revocation is felt within one. */
const FRESH_MS = 1_000
/** While catalog does not answer, what it said at most this long ago is believed. */
const STALE_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the request is made. Set for every route below /api. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** What the key must be allowed to do; null where any key will do. Every route below /api says. */
    scope?: string | null
  }
}

/** Lets only those in who send a key that opens this route, for every route of this plugin. */
export function authenticate(app: FastifyInstance, keys: Client<ApiKeysService>): void {
  const verified = new LRUCache<string, { key: VerifiedApiKey; at: number }>({ max: 10_000 })
  const asking = new Map<string, Promise<VerifiedApiKey>>()

  /** One question at a time per key. */
  function ask(hash: Buffer, id: string, requestId: string): Promise<VerifiedApiKey> {
    const running =
      asking.get(id) ??
      keys
        .verifyApiKey({ sha256: hash }, { requestId })
        .then((key) => {
          verified.set(id, { key, at: performance.now() })
          return key
        })
        .finally(() => asking.delete(id))
    asking.set(id, running)
    return running
  }

  async function verify(token: string, requestId: string): Promise<VerifiedApiKey> {
    const hash = hashToken(token)
    const id = hash.toString('base64')
    const held = verified.get(id)
    const age = held ? performance.now() - held.at : Number.POSITIVE_INFINITY
    if (held && age < FRESH_MS) return held.key
    try {
      return await ask(hash, id, requestId)
    } catch (error) {
      if (held && age < STALE_MS && isAway(error)) return held.key
      verified.delete(id)
      throw error
    }
  }

  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const key = await verify(tokenOf(request), request.id)
    if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) {
      throw new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')
    }
    const { scope } = request.routeOptions.config
    if (scope && !key.scopes.includes(scope)) {
      throw new Problem('forbidden', 'insufficient_scope', `The API key lacks the scope ${scope}.`)
    }
    request.caller = { orgId: key.orgId, userId: key.userId, scopes: key.scopes }
  })
}

function tokenOf(request: FastifyRequest): string {
  const token = request.headers['x-api-key']
  if (token === undefined || token === '') {
    const detail = 'Send your API key in the header x-api-key.'
    throw new Problem('unauthenticated', 'missing_api_key', detail)
  }
  if (typeof token !== 'string' || !isToken(KEY_PREFIX, token)) {
    throw new Problem('unauthenticated', 'invalid_api_key', 'This API key opens nothing.')
  }
  return token
}

const isAway = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
