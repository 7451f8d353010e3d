import { randomBytes } from 'node:crypto'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { Redis } from 'ioredis'

const BYTES = 32
export const CHALLENGE_MS = 300_000

/** What a challenge was created for: a sign-in, or a passkey of this person. */
export type Ceremony =
  | { kind: 'sign-in' }
  | { kind: 'registration'; userId: number; userHandle: string }

export type Challenges = ReturnType<typeof challengeCache>

/** The challenges of WebAuthn ceremonies, in Redis for all copies of the service; valid once. */
export const challengeCache = (redis: Redis) => ({
  /** A new challenge, in base64url. Throws unavailable. */
  async create(ceremony: Ceremony): Promise<string> {
    const challenge = randomBytes(BYTES).toString('base64url')
    await redis
      .set(nameOf(challenge), JSON.stringify(ceremony), 'PX', CHALLENGE_MS)
      .catch(refuseWithoutRedis)
    return challenge
  },

  /** Undefined if the challenge was used, has expired or never existed. Throws unavailable. */
  async take(challenge: string): Promise<Ceremony | undefined> {
    const stored = await redis.getdel(nameOf(challenge)).catch(refuseWithoutRedis)
    return stored === null ? undefined : (JSON.parse(stored) as Ceremony)
  },
})

const nameOf = (challenge: string) => `passkey:${challenge}`

const refuseWithoutRedis = (error: Error): never => {
  throw unavailable(
    'Passkeys are temporarily unavailable. Try again, or sign in another way.',
    error,
  )
}
