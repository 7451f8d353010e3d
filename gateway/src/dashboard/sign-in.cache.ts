import type { Redis } from 'ioredis'
import { oneTimeCache } from '../sessions/one-time.cache.ts'

const TTL_MS = 3_600_000

export type SignIns = ReturnType<typeof signInCache>

/** One-time tokens that stand for an API key, valid for one hour. */
export const signInCache = (redis: Redis) => oneTimeCache<string>(redis, 'signin', TTL_MS)
