import { isIP } from 'node:net'
import { clientAddress, matchNetworks, networkOf } from '@fingerpost/kit/ip'
import { Problem } from '@fingerpost/kit/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Counts } from './count.cache.ts'

/** Requests a minute; 0 means any number. */
export interface LimitConfig {
  RATE_LIMIT_PER_MINUTE: number
  RATE_LIMIT_ANALYTICS_PER_MINUTE: number
  RATE_LIMIT_IMPORT_PER_MINUTE: number
  RATE_LIMIT_ADDRESS_PER_MINUTE: number
  TRUSTED_PROXIES: string[]
}

export type Limits = ReturnType<typeof createLimits>

/**
 * How many requests a key and an address have left, told in the headers of each answer. Throws
 * `rate_limited` when it is none. Addresses count only what comes without a valid key.
 */
export function createLimits(config: LimitConfig, counts: Counts) {
  const trusted = matchNetworks(config.TRUSTED_PROXIES)
  /** Addresses that have nothing left, until their minute is over. */
  const spent = new LRUCache<string, true>({ max: 10_000 })

  /** The client; of IPv6 its /64, which is what one customer of a provider has. */
  function addressOf({ socket, headers }: FastifyRequest): string {
    const forwarded = headers['x-forwarded-for']?.toString()
    const address = clientAddress(socket.remoteAddress, forwarded, trusted)
    return isIP(address) === 6 ? networkOf(address, 64) : address
  }

  async function take(name: string, limit: number, cost: number, reply: FastifyReply) {
    if (limit === 0) return
    const { used, resetMs } = await counts.take(name, cost)
    const seconds = Math.ceil(resetMs / 1_000)
    reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': Math.max(0, limit - used),
      'ratelimit-reset': seconds,
    })
    if (used <= limit || cost === 0) return
    reply.header('retry-after', seconds)
    const detail = `No more than ${limit} such requests a minute. Try again in ${seconds} seconds.`
    throw new Problem('exhausted', 'rate_limited', detail)
  }

  return {
    addressOf,
    /** Whether the address was told to wait; a gateway knows it of those that asked it. */
    isSpent: (address: string): boolean => spent.has(address),

    /** Counts a request of a key: imports, analytics and all others each have a minute of their own. */
    ofKey({ method, routeOptions }: FastifyRequest, reply: FastifyReply, keyId: number) {
      const path = routeOptions.url ?? ''
      const [kind, limit] =
        method === 'POST' && path === '/api/link/import'
          ? ['import', config.RATE_LIMIT_IMPORT_PER_MINUTE]
          : path.startsWith('/api/analytics/')
            ? ['analytics', config.RATE_LIMIT_ANALYTICS_PER_MINUTE]
            : ['key', config.RATE_LIMIT_PER_MINUTE]
      return take(`${kind}:${keyId}`, limit as number, 1, reply)
    },

    /** Counts a request without a valid key; with a cost of 0 only tells what is left. */
    async ofAddress(address: string, reply: FastifyReply, cost: 0 | 1) {
      const limit = config.RATE_LIMIT_ADDRESS_PER_MINUTE
      try {
        await take(`address:${address}`, limit, cost, reply)
      } catch (error) {
        const seconds = Number(reply.getHeader('retry-after'))
        spent.set(address, true, { ttl: seconds * 1_000 })
        throw error
      }
    },
  }
}
