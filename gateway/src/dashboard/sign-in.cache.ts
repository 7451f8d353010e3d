import { createToken, hashToken, isToken } from '@fingerpost/kit/secrets/token'
import type { Redis } from 'ioredis'
import { seal, unseal } from '../idempotency/seal.adapter.ts'

const PREFIX = 'signin'
const KEPT_MS = 3_600_000

export type SignIns = ReturnType<typeof signInCache>

/**
 * One-time tokens that stand for an API key, valid for one hour. Redis stores only the token's hash
 * and the key encrypted with the token, so the stored data cannot be used to sign in.
 */
export function signInCache(redis: Redis) {
  const nameOf = (token: string) => `signin:${hashToken(token).toString('base64url')}`
  return {
    async keep(apiKey: string): Promise<{ token: string; expiresAt: Date }> {
      const token = createToken(PREFIX)
      await redis.set(nameOf(token), seal(apiKey, token), 'PX', KEPT_MS)
      return { token, expiresAt: new Date(Date.now() + KEPT_MS) }
    },
    /** The API key; undefined if the token was already used, has expired, or never existed. */
    async take(token: string): Promise<string | undefined> {
      if (!isToken(PREFIX, token)) return undefined
      const sealed = await redis.getdel(nameOf(token))
      return sealed === null ? undefined : unseal<string>(sealed, token)
    },
  }
}
