import { once } from 'node:events'
import { Redis } from 'ioredis'
import { readClusterUrl } from '../net/redis-url.ts'
import type { Logger } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'
import { deadline } from '../process/pace.ts'
import { openCluster, openClusterSubscriber, type RoleOptions } from './redis-cluster.ts'

/**
 * Timeouts and retries by role. `protocol: 2` because ioredis 6 drops messages of pub/sub and
 * tracking on RESP3.
 */
const ROLES = {
  /** For visits: fails after 50 ms and never queues commands. */
  hot: {
    commandTimeout: 50,
    connectTimeout: 500,
    socketTimeout: 1_000, // reopens a silent connection
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
  },
  /** For API calls. */
  cache: {
    commandTimeout: 1_000,
    connectTimeout: 1_000,
    socketTimeout: 1_500,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
  },
  /** For adding to BullMQ queues. */
  queue: {
    commandTimeout: 5_000,
    connectTimeout: 1_000,
    socketTimeout: 1_500,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  },
  /** For BullMQ workers: retries without limit. */
  worker: { maxRetriesPerRequest: null },
  /** For pub/sub; resubscribes after a reconnect. */
  subscriber: { maxRetriesPerRequest: null, connectTimeout: 1_000, socketTimeout: 2_000 },
} satisfies Record<string, RoleOptions>

export type RedisRole = keyof typeof ROLES

/** A connection that reconnects within half a second after the server or cluster is back. */
export function openRedis(url: string, role: RedisRole, log: Logger): Redis {
  const redis = connect(url, role)
  const outage = createOutage('redis is unavailable')
  redis.on('error', (error) => outage.failed(log, error, { role }))
  redis.on('ready', () => outage.ended(log, { role }))
  return redis
}

function connect(url: string, role: RedisRole): Redis {
  const cluster = readClusterUrl(url)
  const options = optionsOf(ROLES[role])
  if (cluster && role === 'subscriber') return openClusterSubscriber(cluster, options)
  if (cluster) return openCluster(cluster, options)
  return new Redis(url, {
    protocol: 2,
    retryStrategy: (times) => Math.min(times * 50, 500),
    ...options,
  })
}

function optionsOf(role: RoleOptions): RoleOptions {
  const timeouts = Object.entries(role).filter(([name]) => name.endsWith('Timeout'))
  return { ...role, ...Object.fromEntries(timeouts.map(([name, ms]) => [name, deadline(ms)])) }
}

/**
 * A check for readiness, which ends by the limit of `checkReadiness`. A command timeout is no failure: a
 * pause of this process exceeds that of its role while Redis is well.
 */
export const redisCheck = (redis: Redis) => async (): Promise<void> => {
  for (;;) {
    try {
      return void (await redis.ping())
    } catch (error) {
      if ((error as Error).message !== 'Command timed out' || redis.status !== 'ready') throw error
    }
  }
}

/**
 * Resolves when each connection is ready or has failed once, or after `limitMs`: a process should
 * connect before it listens, but listen even if Redis is unavailable.
 */
export async function firstTry(connections: readonly Redis[], limitMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, deadline(limitMs))
  const tries = connections.map(async (redis) => {
    if (redis.status !== 'ready') await once(redis, 'ready').catch(() => {})
  })
  await Promise.race([Promise.all(tries), late])
  clearTimeout(timer)
}

/** The URLs of the cache and of the queue. */
export const redisUrls = (env: {
  REDIS_URL: string
  REDIS_CACHE_URL: string
  REDIS_QUEUE_URL: string
}) => ({ cache: env.REDIS_CACHE_URL || env.REDIS_URL, queue: env.REDIS_QUEUE_URL || env.REDIS_URL })
