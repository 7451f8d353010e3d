import { createGroupLoader } from '@fingerpost/kit/async/loader'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000

/** How many requests of a window are used, and when the next window begins. */
export interface Count {
  used: number
  resetMs: number
}

// A window begins with its first request and expires. One script, one round trip.
const TAKE = `
local used = redis.call('incrby', KEYS[1], ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('pexpire', KEYS[1], left)
end
return {used, left}`

interface RedisWithTake extends Redis {
  takeOfWindow(key: string, cost: number, windowMs: number): Promise<[number, number]>
}

export interface Counts {
  /** Consumes `cost` requests of this name's current minute; 0 only reads the count. */
  take(name: string, cost: number): Promise<Count>
}

interface Taking {
  name: string
  cost: number
}

/**
 * Rate counters shared through Redis. Concurrent requests are batched into one increment, and each
 * gets its own position. While Redis is unavailable, each process counts for itself.
 */
export function sharedCounts(redis: Redis, own: Counts = ownCounts()): Counts {
  redis.defineCommand('takeOfWindow', { numberOfKeys: 1, lua: TAKE })
  const store = redis as RedisWithTake

  /** The counts after each of these increments of one name, in order. */
  async function takeAll(takings: readonly Taking[]): Promise<Count[]> {
    const name = takings[0]?.name ?? ''
    const sum = takings.reduce((so, { cost }) => so + cost, 0)
    try {
      const [after, resetMs] = await store.takeOfWindow(`limit:${name}`, sum, WINDOW_MS)
      let used = after - sum
      return takings.map(({ cost }) => {
        used += cost
        return { used, resetMs }
      })
    } catch {
      return Promise.all(takings.map(({ cost }) => own.take(name, cost)))
    }
  }

  const take = createGroupLoader<Taking, Count>(({ name }) => name, takeAll)
  return { take: (name, cost) => take({ name, cost }) }
}

/** Counters of this process only, for the 10,000 most recently used names. */
export function ownCounts(nowMs: () => number = () => performance.now()): Counts {
  const windows = new LRUCache<string, { used: number; until: number }>({ max: 10_000 })
  return {
    async take(name, cost) {
      const held = windows.get(name)
      const now = nowMs()
      const window = held && held.until > now ? held : { used: 0, until: now + WINDOW_MS }
      window.used += cost
      windows.set(name, window)
      return { used: window.used, resetMs: window.until - now }
    },
  }
}
