import type { Redis } from 'ioredis'

const FOUND_SECONDS = 7 * 24 * 3_600
const NONE_SECONDS = 6 * 3_600

const keyOf = (host: string) => `favicon:${host}`

/** Favicons shared by all gateways. An empty one is a negative entry: the site has no icon. */
export const iconCache = (redis: Redis) => ({
  /** Null for a site that is not cached. */
  get: (host: string): Promise<Buffer | null> => redis.getBuffer(keyOf(host)),

  put: async (host: string, icon: Buffer): Promise<void> =>
    void (await redis.set(keyOf(host), icon, 'EX', icon.length > 0 ? FOUND_SECONDS : NONE_SECONDS)),
})

export type IconCache = ReturnType<typeof iconCache>
