import type { Redis } from 'ioredis'

const FOUND_SECONDS = 7 * 24 * 3_600
const NONE_SECONDS = 6 * 3_600

const keyOf = (host: string) => `favicon:${host}`

/** Icons of sites, shared by all gateways. An empty one stands for a site that has none. */
export const iconCache = (redis: Redis) => ({
  /** Null for a site that was not asked yet. */
  get: (host: string): Promise<Buffer | null> => redis.getBuffer(keyOf(host)),

  put: async (host: string, icon: Buffer): Promise<void> =>
    void (await redis.set(keyOf(host), icon, 'EX', icon.length > 0 ? FOUND_SECONDS : NONE_SECONDS)),
})

export type IconCache = ReturnType<typeof iconCache>
