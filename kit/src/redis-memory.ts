import { Cluster, type Redis } from 'ioredis'
import { createGauge } from './gauges.ts'

const used = createGauge('fingerpost_redis_used_bytes', 'Memory used by Redis', 'role')
const limit = createGauge(
  'fingerpost_redis_limit_bytes',
  'maxmemory of Redis; 0 if unlimited',
  'role',
)

/** What `INFO memory` says, in bytes; a limit of 0 is none. */
async function memoryOf(redis: Redis): Promise<{ used: number; limit: number }> {
  const text = await redis.info('memory')
  const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { used: bytes('used_memory'), limit: bytes('maxmemory') }
}

/** Shows memory and limit of a Redis in the metrics of this process; of a cluster those of one node. */
export function measureRedis(role: 'cache' | 'queue', redis: Redis): void {
  used(role, async () => (await memoryOf(redis)).used)
  limit(role, async () => (await memoryOf(redis)).limit)
}

/**
 * Share of its limit from which Redis takes no more jobs. At the limit it would also refuse the scripts
 * that take jobs out of a queue, and a full queue could never be emptied.
 */
const FULL = 0.85
const LOOK_MS = 500

/** Whether a Redis is nearly full. The nodes of a cluster are not looked at. */
export function watchRoom(redis: Redis, everyMs = LOOK_MS) {
  let full = false
  const look = async () => {
    const memory = await memoryOf(redis).catch(() => undefined)
    if (memory) full = memory.limit > 0 && memory.used > FULL * memory.limit
  }
  const timer = redis instanceof Cluster ? undefined : setInterval(look, everyMs).unref()
  return {
    full: () => full,
    /** Throws when jobs have to go elsewhere. */
    require(): void {
      if (full) throw new Error('Redis is nearly full')
    },
    close: () => clearInterval(timer),
  }
}
