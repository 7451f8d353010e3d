import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Logger } from './log.ts'
import { openCluster, openClusterSubscriber, type RoleOptions } from './redis-cluster.ts'
import { readClusterUrl } from './redis-url.ts'

/**
 * How a connection behaves when Redis does not answer. `protocol: 2` because ioredis 6 drops
 * messages of pub/sub and tracking on RESP3.
 */
const ROLES = {
  /** On the path of a visitor: an error after 50 ms, never a wait. */
  hot: {
    commandTimeout: 50,
    connectTimeout: 500,
    socketTimeout: 1_000, // a connection that went dumb is opened anew
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
  },
  /** On the path of an API call. */
  cache: {
    commandTimeout: 1_000,
    connectTimeout: 1_000,
    socketTimeout: 1_500,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
  },
  /** A BullMQ queue that only adds. */
  queue: {
    commandTimeout: 5_000,
    connectTimeout: 1_000,
    socketTimeout: 1_500,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  },
  /** A BullMQ worker: waits as long as it takes. */
  worker: { maxRetriesPerRequest: null },
  /** Listens to channels; subscribes again by itself. */
  subscriber: { maxRetriesPerRequest: null, connectTimeout: 1_000, socketTimeout: 2_000 },
} satisfies Record<string, RoleOptions>

export type RedisRole = keyof typeof ROLES

/** A connection that comes back by itself within half a second of the server, or of the cluster. */
export function openRedis(url: string, role: RedisRole, log: Logger): Redis {
  const redis = connect(url, role)
  let lost = false
  redis.on('error', (error) => {
    if (!lost) log.warn({ err: error, role }, 'redis is away')
    lost = true
  })
  redis.on('ready', () => {
    if (lost) log.info({ role }, 'redis is back')
    lost = false
  })
  return redis
}

function connect(url: string, role: RedisRole): Redis {
  const cluster = readClusterUrl(url)
  if (cluster && role === 'subscriber') return openClusterSubscriber(cluster, ROLES[role])
  if (cluster) return openCluster(cluster, ROLES[role])
  return new Redis(url, {
    protocol: 2,
    retryStrategy: (times) => Math.min(times * 50, 500),
    ...ROLES[role],
  })
}

/**
 * Resolves when the connections are ready, or each has failed once, or after `limitMs`: a process that
 * listens should have what it answers with, and listen all the same when that is away.
 */
export async function firstTry(connections: readonly Redis[], limitMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  const tries = connections.map(async (redis) => {
    if (redis.status !== 'ready') await once(redis, 'ready').catch(() => {})
  })
  await Promise.race([Promise.all(tries), late])
  clearTimeout(timer)
}

/** The server of each role. */
export const redisUrls = (env: {
  REDIS_URL: string
  REDIS_CACHE_URL: string
  REDIS_QUEUE_URL: string
}) => ({ cache: env.REDIS_CACHE_URL || env.REDIS_URL, queue: env.REDIS_QUEUE_URL || env.REDIS_URL })
