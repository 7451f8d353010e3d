import { Cluster, type Redis } from 'ioredis'
import { createGauge } from '../telemetry/gauges.ts'

const used = createGauge('fingerpost_redis_used_bytes', 'Memory used by Redis', 'role')
const limit = createGauge(
  'fingerpost_redis_limit_bytes',
  'maxmemory of Redis; 0 if unlimited',
  'role',
)

/** Memory from `INFO memory` in bytes; a limit of 0 means unlimited. */
async function memoryOf(redis: Redis): Promise<{ used: number; limit: number }> {
  const text = await redis.info('memory')
  const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { used: bytes('used_memory'), limit: bytes('maxmemory') }
}

/** Exports used memory and limit of Redis as metrics; for a cluster, those of one node. */
export function measureRedis(role: 'cache' | 'queue', redis: Redis): void {
  used(role, async () => (await memoryOf(redis)).used)
  limit(role, async () => (await memoryOf(redis)).limit)
}

/**
 * Share of the memory limit above which no jobs are added. At the limit, Redis also refuses the
 * scripts that take jobs out of a queue, so a full queue could never be emptied.
 */
const FULL = 0.85
const LOOK_MS = 500

/** Checks periodically whether Redis is nearly full. The nodes of a cluster are not checked. */
export function watchMemory(redis: Redis, everyMs = LOOK_MS) {
  let full = false
  const look = async () => {
    const memory = await memoryOf(redis).catch(() => undefined)
    if (memory) full = memory.limit > 0 && memory.used > FULL * memory.limit
  }
  const timer = redis instanceof Cluster ? undefined : setInterval(look, everyMs).unref()
  return {
    full: () => full,
    /** Throws if Redis is nearly full. */
    require(): void {
      if (full) throw new Error('Redis is nearly full')
    },
    close: () => clearInterval(timer),
  }
}
