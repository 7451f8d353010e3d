import { createToken, hashToken, isToken } from '@fingerpost/kit/secrets/token'
import type { Redis } from 'ioredis'
import { seal, unseal } from './seal.adapter.ts'

/**
 * Values that a token reads once. Redis stores only the token's hash and the value encrypted with the
 * token, so the stored data is of no use to a reader of Redis. `kind` begins the tokens.
 */
export function oneTimeCache<T>(redis: Redis, kind: string, ttlMs: number) {
  const nameOf = (token: string) => `${kind}:${hashToken(token).toString('base64url')}`
  return {
    async save(value: T): Promise<{ token: string; expiresAt: Date }> {
      const token = createToken(kind)
      await redis.set(nameOf(token), seal(value, token), 'PX', ttlMs)
      return { token, expiresAt: new Date(Date.now() + ttlMs) }
    },
    /** The value; undefined if the token was already used, has expired, or never existed. */
    async take(token: string): Promise<T | undefined> {
      if (!isToken(kind, token)) return undefined
      const sealed = await redis.getdel(nameOf(token))
      return sealed === null ? undefined : unseal<T>(sealed, token)
    },
  }
}
