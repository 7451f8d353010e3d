import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { networkOf } from '@fingerpost/kit/ip'
import { unavailable } from '@fingerpost/kit/problem'
import type { Redis } from 'ioredis'

/** Wrong passwords for one link: from one address (IPv6: one /64), and from everybody. */
const LIMITS = { address: { tries: 5, seconds: 900 }, link: { tries: 50, seconds: 60 } }

// Counted before the password is looked at, so that tries that come at once cannot slip through.
const GUESS = `
for i, key in ipairs(KEYS) do
  local tries, seconds = tonumber(ARGV[2 * i - 1]), ARGV[2 * i]
  if tonumber(redis.call('get', key) or 0) >= tries then return math.max(redis.call('ttl', key), 1) end
end
for i, key in ipairs(KEYS) do
  if redis.call('incr', key) == 1 then redis.call('expire', key, ARGV[2 * i]) end
end
return 0`

const FORGIVE = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or 0) > 0 then redis.call('decr', key) end
end
return 0`

interface RedisWithGuesses extends Redis {
  guess(address: string, link: string, ...limits: number[]): Promise<number>
  forgive(address: string, link: string): Promise<number>
}

/**
 * How often passwords are guessed. Without Redis nobody may: both throw unavailable. An address is counted
 * under a name that only those with the secret can make, another for each link, whatever is kept of it.
 */
export function guessCache(redis: Redis, secret: string) {
  redis.defineCommand('guess', { numberOfKeys: 2, lua: GUESS })
  redis.defineCommand('forgive', { numberOfKeys: 2, lua: FORGIVE })
  const counters = redis as RedisWithGuesses
  const nameOf = (linkId: number, address: string) =>
    createHmac('sha256', secret).update(`guesses ${linkId} ${address}`).digest('base64url')
  const keys = (linkId: number, ip: string) =>
    [
      `guesses:{${linkId}}:${nameOf(linkId, isIP(ip) === 6 ? networkOf(ip, 64) : ip)}`,
      `guesses:{${linkId}}`,
    ] as const
  const away = (error: unknown): never => {
    throw unavailable('Passwords cannot be checked just now.', error)
  }

  return {
    /** 0 when a try is allowed, which is then counted; else the seconds until the next. */
    async take(linkId: number, ip: string): Promise<number> {
      const { address, link } = LIMITS
      const limits = [address.tries, address.seconds, link.tries, link.seconds]
      return counters.guess(...keys(linkId, ip), ...limits).catch(away)
    },
    /** The try was right and counts no longer. */
    forgive: async (linkId: number, ip: string): Promise<void> =>
      void (await counters.forgive(...keys(linkId, ip)).catch(away)),
  }
}

export type GuessCache = ReturnType<typeof guessCache>
