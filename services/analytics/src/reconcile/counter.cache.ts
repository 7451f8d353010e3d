import type { Redis } from 'ioredis'
import type { Counter } from './reconcile.rules.ts'

const key = (linkId: number) => `clicks-taken:${linkId}`

// The counter may have changed since it was read; it never decreases.
const RAISE = `
local used, elsewhere = unpack(redis.call('hmget', KEYS[1], 'used', 'elsewhere'))
if not used then return 0 end
local most = math.max(tonumber(elsewhere), ARGV[1] - used)
redis.call('hset', KEYS[1], 'elsewhere', most)
return 1`

/** The counters of limited links, which redirect keeps in Redis. */
export const counterCache = (redis: Redis) => ({
  async read(linkId: number): Promise<Counter | undefined> {
    const [used, elsewhere] = await redis.hmget(key(linkId), 'used', 'elsewhere')
    return used === null ? undefined : { used: Number(used), elsewhere: Number(elsewhere) }
  },

  /** Raises a counter so that its total is at least `given`. */
  raise: async (linkId: number, given: number): Promise<void> =>
    void (await redis.eval(RAISE, 1, key(linkId), given)),
})

export type CounterCache = ReturnType<typeof counterCache>
