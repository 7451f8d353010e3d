import type { Actor } from '@fingerpost/kit/audit/actor'
import type { Caller } from '@fingerpost/kit/grpc/context'
import { Problem } from '@fingerpost/kit/http/problem'
import { hashToken } from '@fingerpost/kit/secrets/token'
import type { Scope } from '@fingerpost/protos/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clients } from './clients.ts'
import type { Limits } from './limits/limit.hook.ts'
import { credentialOf, verifiers } from './sessions/credential.client.ts'
import {
  type Credential,
  expiredKey,
  findTeam,
  invalidOf,
  isOver,
  requireOwnOrigin,
  requireSameReach,
  requireScope,
  teamOf,
  type Verified,
} from './sessions/credential.rules.ts'

/** A credential is verified again after one second, so a revocation takes effect within a second. */
const FRESH_MS = 1_000
/** While catalog is unavailable, a verification stays valid for this long. */
const STALE_MS = 10_000
/** Maximum age of a verified credential during a long response, such as a stream. */
const CONFIRMED_MS = 3_000
/** Timeout for verifying a cached credential again; one that is not cached may take longer. */
const AGAIN_MS = 500

declare module 'fastify' {
  interface FastifyRequest {
    /** The team, user and scopes of the request. Set for every route below /api that is not public. */
    caller: Caller
    /** The actor that the audit log records. Set like `caller`, and for public routes as well. */
    actor: Actor
    /** The id of the API key of the request; undefined with a session. */
    keyId: number | undefined
    /** The id of the session of the request; undefined with an API key. */
    sessionId: number | undefined
    /**
     * Throws once the credential no longer allows the route, for long-running responses. Catalog is
     * asked at most every three seconds per credential.
     */
    confirmKey(): Promise<void>
  }
  interface FastifyContextConfig {
    /** The scope that the route requires; null accepts any caller. Every route below /api sets it. */
    scope?: Scope | null
    /** A public route needs no credential, a session route needs a session; others need either. */
    access?: 'public' | 'session'
  }
}

/**
 * Requires an API key or a session with the scope of the route, for every route of this plugin, and
 * applies the rate limits. Without a client for sessions, requires an API key.
 */
export function authenticate(
  app: FastifyInstance,
  clients: Pick<Clients, 'keys'> & Partial<Pick<Clients, 'sessions'>>,
  limits: Limits,
): void {
  const verifyBy = verifiers(clients)
  const verified = new LRUCache<string, { it: Verified; at: number }>({ max: 10_000 })
  const inFlight = new Map<string, Promise<Verified>>()
  const guessing = new Set<string>()
  const read = (request: FastifyRequest) =>
    credentialOf(request.headers, clients.sessions !== undefined)

  /** At most one verification in flight per credential. */
  function ask(
    { kind }: Credential,
    hash: Buffer,
    id: string,
    call: { requestId: string; timeoutMs?: number },
  ): Promise<Verified> {
    const running =
      inFlight.get(id) ??
      verifyBy[kind](hash, call)
        .then((it) => {
          verified.set(id, { it, at: performance.now() })
          return it
        })
        .finally(() => inFlight.delete(id))
    inFlight.set(id, running)
    return running
  }

  /**
   * Verifies a credential with catalog. For an address that has sent too many invalid ones, only one
   * unknown credential is verified at a time, so guessing costs catalog little and valid ones still
   * work.
   */
  async function verify(
    credential: Credential,
    requestId: string,
    address: string,
  ): Promise<Verified> {
    const hash = hashToken(credential.token)
    const id = hash.toString('base64')
    const held = verified.get(id)
    const age = held ? performance.now() - held.at : Number.POSITIVE_INFINITY
    const guess = !held && limits.isExhausted(address)
    if (guess && guessing.has(address)) throw invalidOf(credential.kind)
    if (guess) guessing.add(address)
    try {
      const stale = held && age < STALE_MS
      return await ask(credential, hash, id, { requestId, ...(stale && { timeoutMs: AGAIN_MS }) })
    } catch (error) {
      if (held && age < STALE_MS && isUnavailable(error)) return held.it
      verified.delete(id)
      throw error
    } finally {
      if (guess) guessing.delete(address)
    }
  }

  /** A credential that was verified by catalog within this time. */
  function remembered({ token }: Credential, withinMs: number): Verified | undefined {
    const held = verified.get(hashToken(token).toString('base64'))
    const fresh = held && performance.now() - held.at < withinMs && !isOver(held.it, Date.now())
    return fresh ? held.it : undefined
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Verified> {
    const address = limits.addressOf(request)
    try {
      const credential = read(request)
      const known = remembered(credential, FRESH_MS)
      // The person may have joined the team a moment ago.
      if (known && (known.kind === 'key' || findTeam(known, request.headers))) return known
      const it = await verify(credential, request.id, address)
      if (isOver(it, Date.now())) throw expiredKey()
      return it
    } catch (error) {
      const wrong = error instanceof Problem && error.kind === 'unauthenticated'
      await limits.ofAddress(address, reply, wrong ? 1 : 0)
      throw error
    }
  }

  /** The actor that the audit log records for the changes of a request. */
  function actorOf(request: FastifyRequest, { kind, id, name, userId }: Verified): Actor {
    const address = limits.truncatedAddressOf(request)
    const user = { kind: 'user', id: userId, user_id: userId, session_id: id } as const
    const actor: Actor = kind === 'key' ? { kind, id } : user
    return { ...actor, ...(name && { name }), ...(address && { address }) }
  }

  app.decorateRequest('caller')
  app.decorateRequest('actor')
  app.decorateRequest('keyId')
  app.decorateRequest('sessionId')
  app.decorateRequest('confirmKey', async function (this: FastifyRequest) {
    const credential = read(this)
    const it =
      remembered(credential, CONFIRMED_MS) ??
      (await verify(credential, this.id, limits.addressOf(this)))
    if (isOver(it, Date.now())) throw expiredKey()
    // The default team changes when a person leaves it.
    const team = teamOf(it, { 'x-organization-id': String(this.caller.orgId) })
    requireScope(it, team, this.routeOptions.config.scope)
    requireSameReach(this.caller, team)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { scope, access } = request.routeOptions.config
    if (access === 'public') {
      if (request.headers.origin !== undefined) requireOwnOrigin(request)
      request.actor = anonymousActor(limits, request)
      return limits.ofAddress(limits.addressOf(request), reply, 1)
    }
    const it = await identify(request, reply)
    if (it.kind === 'session') requireOwnOrigin(request)
    const id = it.kind === 'key' ? it.id : `user-${it.userId}`
    // Requests for a team to which the credential has no access count as well.
    const orgId = findTeam(it, request.headers)?.orgId ?? 0
    await limits.ofKey(request, reply, { id, orgId })
    const team = teamOf(it, request.headers)
    if (access === 'session' && it.kind !== 'session') {
      const detail = 'Sign in to use this operation. It does not accept API keys.'
      throw new Problem('forbidden', 'session_required', detail)
    }
    requireScope(it, team, scope)
    const { userId, expiresAt } = it
    request.actor = actorOf(request, it)
    request.caller = { ...team, userId, expiresAt, actor: request.actor }
    request.keyId = it.kind === 'key' ? it.id : undefined
    request.sessionId = it.kind === 'session' ? it.id : undefined
  })
}

/** The actor of a request without a credential. */
export function anonymousActor(limits: Limits, request: FastifyRequest): Actor {
  const address = limits.truncatedAddressOf(request)
  return { kind: 'anonymous', ...(address && { address }) }
}

const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
