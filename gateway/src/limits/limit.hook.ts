import { isIP } from 'node:net'
import { Problem } from '@fingerpost/kit/http/problem'
import {
  type AddressPrecision,
  clientAddress,
  matchNetworks,
  networkOf,
  siteOf,
  truncateAddress,
} from '@fingerpost/kit/net/ip'
import { isPublicAddress } from '@fingerpost/kit/net/public-address'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Counts, ownCounts } from './count.cache.ts'

/** Requests per minute; 0 disables the limit. */
export interface LimitConfig {
  RATE_LIMIT_PER_MINUTE: number
  RATE_LIMIT_ANALYTICS_PER_MINUTE: number
  RATE_LIMIT_IMPORT_PER_MINUTE: number
  RATE_LIMIT_QR_PER_MINUTE: number
  RATE_LIMIT_ADDRESS_PER_MINUTE: number
  /** Limit of a team as a multiple of the limit of one key. */
  RATE_LIMIT_TEAM_FACTOR: number
  TRUSTED_PROXIES: string[]
  CLICK_IP: string
}

/** Sign-ins per minute and account; known browsers of the account have a count of their own. */
const SIGN_INS_PER_MINUTE = 10

/**
 * Requests of visitors per minute, site and gateway: far more than the people behind one NAT make, far
 * less than a gateway serves.
 */
const VISITS_PER_MINUTE = { page: 3_000, icon: 6_000 }

export type Limits = ReturnType<typeof createLimits>

interface Bucket {
  limit: number
  left: number
  seconds: number
  over: boolean
}

/**
 * Rate limits of teams, API keys and client addresses, with the remaining requests in the response
 * headers. Throws `rate_limited` at zero. Addresses count only requests without a valid key.
 */
export function createLimits(config: LimitConfig, counts: Counts) {
  const trusted = matchNetworks(config.TRUSTED_PROXIES)
  const visits = ownCounts()
  /** Names that have used up their current minute. */
  const exhausted = new LRUCache<string, true>({ max: 10_000 })

  const clientOf = ({ socket, headers }: FastifyRequest): string =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trusted)

  /** The client's address; for IPv6 its /64 network, the usual allocation to one customer. */
  function addressOf(request: FastifyRequest): string {
    const address = clientOf(request)
    return isIP(address) === 6 ? networkOf(address, 64) : address
  }

  async function take(name: string, limit: number, cost: number): Promise<Bucket | undefined> {
    if (limit === 0) return undefined
    const { used, resetMs } = await counts.take(name, cost)
    const seconds = Math.ceil(resetMs / 1_000)
    const over = used > limit && cost > 0
    if (over) exhausted.set(name, true, { ttl: seconds * 1_000 })
    return { limit, left: Math.max(0, limit - used), seconds, over }
  }

  function tell({ limit, left, seconds, over }: Bucket, reply: FastifyReply, whose: string): void {
    reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': left,
      'ratelimit-reset': seconds,
    })
    if (!over) return
    reply.header('retry-after', seconds)
    const detail = `No more than ${limit} such requests a minute ${whose}. Try again in ${seconds} seconds.`
    throw new Problem('exhausted', 'rate_limited', detail)
  }

  function bucketOf(method: string, path: string): { kind: string; limit: number } {
    if (method === 'POST' && /^\/api\/link\/import(?:\/look)?$/.test(path)) {
      return { kind: 'import', limit: config.RATE_LIMIT_IMPORT_PER_MINUTE }
    }
    if (path === '/api/link/:link_id/qr') {
      return { kind: 'qr', limit: config.RATE_LIMIT_QR_PER_MINUTE }
    }
    if (path.startsWith('/api/analytics/')) {
      return { kind: 'analytics', limit: config.RATE_LIMIT_ANALYTICS_PER_MINUTE }
    }
    return { kind: 'key', limit: config.RATE_LIMIT_PER_MINUTE }
  }

  return {
    addressOf,
    /** The network whose clients wait in one queue, where a client could choose among addresses. */
    siteOf: (request: FastifyRequest): string => siteOf(clientOf(request)),
    /** The part of the client's address that may be stored. */
    truncatedAddressOf: (request: FastifyRequest): string =>
      truncateAddress(clientOf(request), config.CLICK_IP as AddressPrecision),
    /** Whether the address is over its limit, as far as this gateway has seen. */
    isExhausted: (address: string): boolean => exhausted.has(`address:${address}`),

    /**
     * Counts a request of a key or a person, and of its team; imports, QR codes, analytics and other
     * requests have separate limits. A key over its own limit is not charged to the limit of its team.
     * `orgId` 0 is a person without a team.
     */
    async ofKey(
      { method, routeOptions }: FastifyRequest,
      reply: FastifyReply,
      { id, orgId }: { id: number | string; orgId: number },
    ): Promise<void> {
      const { kind, limit } = bucketOf(method, routeOptions.url ?? '')
      const name = `${kind}:${id}`
      const isShared = orgId !== 0 && !exhausted.has(name)
      const ofTeam = isShared ? limit * config.RATE_LIMIT_TEAM_FACTOR : 0
      const [key, team] = await Promise.all([
        take(name, limit, 1),
        take(`team:${kind}:${orgId}`, ofTeam, 1),
      ])
      if (key && (key.over || !team || key.left <= team.left))
        tell(key, reply, 'for one API key or person')
      else if (team) tell(team, reply, 'for the whole team')
    },

    /**
     * Counts an attempt to guess the password of an account. Browsers in which its person has signed
     * in before are counted separately, so that guessing elsewhere does not lock the person out.
     */
    async ofAccount(account: string, known: boolean, reply: FastifyReply): Promise<void> {
      const name = `account:${known ? 'known' : 'new'}:${account}`
      const bucket = await take(name, SIGN_INS_PER_MINUTE, 1)
      if (bucket) tell(bucket, reply, 'for one account')
    },

    /**
     * Counts a request for a bio page or icon. Returns whether its site has made too many. Without a
     * public address, it may stand for all visitors behind a proxy, and is not limited.
     */
    async isFlood(kind: keyof typeof VISITS_PER_MINUTE, request: FastifyRequest): Promise<boolean> {
      const client = clientOf(request)
      if (!isPublicAddress(client)) return false
      const { used } = await visits.take(`${kind}:${siteOf(client)}`, 1)
      return used > VISITS_PER_MINUTE[kind]
    },

    /** Counts a request without a valid key or session; a cost of 0 only sets the headers. */
    async ofAddress(address: string, reply: FastifyReply, cost: 0 | 1): Promise<void> {
      const limit = config.RATE_LIMIT_ADDRESS_PER_MINUTE
      const bucket = await take(`address:${address}`, limit, cost)
      if (bucket) tell(bucket, reply, 'without a valid API key or session')
    },
  }
}
