import type { Client } from '@fingerpost/kit/grpc/client'
import type { Caller } from '@fingerpost/kit/grpc/context'
import { Problem } from '@fingerpost/kit/http/problem'
import { hashToken, isToken } from '@fingerpost/kit/secrets/token'
import type { ApiKeysService, VerifiedApiKey } from '@fingerpost/protos/catalog/v1/api_key'
import { KEY_PREFIX, type Scope } from '@fingerpost/protos/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from './limits/limit.hook.ts'

/** A key is verified again after one second, so a revocation takes effect within a second. */
const FRESH_MS = 1_000
/** While catalog is unavailable, a verification stays valid for this long. */
const STALE_MS = 10_000
/** Maximum age of a verified key during a long response, such as a stream. */
const CONFIRMED_MS = 3_000
/** Timeout for verifying a cached key again; a key that is not cached may take longer. */
const AGAIN_MS = 500

declare module 'fastify' {
  interface FastifyRequest {
    /** The team, user and scopes of the API key. Set for every route below /api. */
    caller: Caller
    /** The id of the API key of the request. */
    keyId: number
    /**
     * Throws once the key no longer allows the route, for long-running responses. Catalog is
     * asked at most every three seconds per key.
     */
    confirmKey(): Promise<void>
  }
  interface FastifyContextConfig {
    /** The scope that the route requires; null accepts any key. Every route below /api sets it. */
    scope?: Scope | null
  }
}

/**
 * Requires an API key with the scope of the route, for every route of this plugin, and applies the
 * rate limits.
 */
export function authenticate(
  app: FastifyInstance,
  keys: Client<ApiKeysService>,
  limits: Limits,
): void {
  const verified = new LRUCache<string, { key: VerifiedApiKey; at: number }>({ max: 10_000 })
  const asking = new Map<string, Promise<VerifiedApiKey>>()
  const guessing = new Set<string>()

  /** At most one verification in flight per key. */
  function ask(
    hash: Buffer,
    id: string,
    call: { requestId: string; timeoutMs?: number },
  ): Promise<VerifiedApiKey> {
    const running =
      asking.get(id) ??
      keys
        .verifyApiKey({ sha256: hash }, call)
        .then((key) => {
          verified.set(id, { key, at: performance.now() })
          return key
        })
        .finally(() => asking.delete(id))
    asking.set(id, running)
    return running
  }

  /**
   * Verifies a key with catalog. For an address that has sent too many invalid keys, only one
   * unknown key is verified at a time, so guessing costs catalog little and valid keys still work.
   */
  async function verify(
    token: string,
    requestId: string,
    address: string,
  ): Promise<VerifiedApiKey> {
    const hash = hashToken(token)
    const id = hash.toString('base64')
    const held = verified.get(id)
    const age = held ? performance.now() - held.at : Number.POSITIVE_INFINITY
    const guess = !held && limits.isSpent(address)
    if (guess && guessing.has(address)) throw unknownKey()
    if (guess) guessing.add(address)
    try {
      const stale = held && age < STALE_MS
      return await ask(hash, id, { requestId, ...(stale && { timeoutMs: AGAIN_MS }) })
    } catch (error) {
      if (held && age < STALE_MS && isUnavailable(error)) return held.key
      verified.delete(id)
      throw error
    } finally {
      if (guess) guessing.delete(address)
    }
  }

  /** The key of a request, if it was verified by catalog within this time. */
  function remembered({ headers }: FastifyRequest, withinMs: number): VerifiedApiKey | undefined {
    const token = headers['x-api-key']
    if (typeof token !== 'string') return undefined
    const held = verified.get(hashToken(token).toString('base64'))
    const fresh = held && performance.now() - held.at < withinMs && !isOver(held.key)
    return fresh ? held.key : undefined
  }

  async function introduce(request: FastifyRequest, reply: FastifyReply): Promise<VerifiedApiKey> {
    const address = limits.addressOf(request)
    try {
      const key = await verify(tokenOf(request), request.id, address)
      if (isOver(key)) throw expiredKey()
      return key
    } catch (error) {
      const wrong = error instanceof Problem && error.kind === 'unauthenticated'
      await limits.ofAddress(address, reply, wrong ? 1 : 0)
      throw error
    }
  }

  app.decorateRequest('caller')
  app.decorateRequest('keyId')
  app.decorateRequest('confirmKey', async function (this: FastifyRequest) {
    const key =
      remembered(this, CONFIRMED_MS) ??
      (await verify(tokenOf(this), this.id, limits.addressOf(this)))
    if (isOver(key)) throw expiredKey()
    requireScope(key, this)
  })
  app.addHook('onRequest', async (request, reply) => {
    const key = remembered(request, FRESH_MS) ?? (await introduce(request, reply))
    await limits.ofKey(request, reply, { id: key.id, orgId: key.org_id })
    requireScope(key, request)
    const { org_id: orgId, user_id: userId, scopes, expires_at: expiresAt } = key
    request.caller = { orgId, userId, scopes, expiresAt }
    request.keyId = key.id
  })
}

function tokenOf(request: FastifyRequest): string {
  const token = request.headers['x-api-key']
  if (token === undefined || token === '') {
    const detail = 'Send your API key in the header x-api-key.'
    throw new Problem('unauthenticated', 'missing_api_key', detail)
  }
  if (typeof token !== 'string' || !isToken(KEY_PREFIX, token)) {
    throw unknownKey()
  }
  return token
}

function requireScope({ scopes }: VerifiedApiKey, { routeOptions }: FastifyRequest): void {
  const { scope } = routeOptions.config
  if (!scope || scopes.includes(scope)) return
  throw new Problem('forbidden', 'insufficient_scope', `The API key lacks the scope ${scope}.`)
}

const expiredKey = () =>
  new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')

const isOver = ({ expires_at: expiresAt }: VerifiedApiKey) =>
  !!expiresAt && expiresAt.getTime() <= Date.now()

const unknownKey = () => new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')

const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
