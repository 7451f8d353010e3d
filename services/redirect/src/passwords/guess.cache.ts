import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { unavailable } from '@fingerpost/kit/http/problem'
import { networkOf, truncateAddress } from '@fingerpost/kit/net/ip'
import type { Redis } from 'ioredis'

/**
 * Limits per link. `address` (IPv6: one /64), `network` (IPv4: /24, IPv6: /48) and `link` count
 * wrong passwords; `tries` counts every password that an address sends.
 */
const LIMITS = {
  address: { tries: 5, seconds: 900 },
  network: { tries: 50, seconds: 900 },
  tries: { tries: 60, seconds: 60 },
  link: { tries: 50, seconds: 60 },
}
const ARGUMENTS = Object.values(LIMITS).flatMap(({ tries, seconds }) => [tries, seconds])

// Counted before the password is checked, so that concurrent tries cannot exceed the limit. The
// limit of the link leaves each address one try, so that attackers cannot lock visitors out.
const GUESS = `
local used = {}
for i, key in ipairs(KEYS) do
  used[i] = tonumber(redis.call('get', key) or 0)
  if used[i] >= tonumber(ARGV[2 * i - 1]) and (i < #KEYS or used[1] > 0) then
    return math.max(redis.call('ttl', key), 1)
  end
end
for i, key in ipairs(KEYS) do
  if redis.call('incr', key) == 1 then redis.call('expire', key, ARGV[2 * i]) end
end
return 0`

const REFUND = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or 0) > 0 then redis.call('decr', key) end
end
return 0`

interface RedisWithGuesses extends Redis {
  guess(...keysAndLimits: (string | number)[]): Promise<number>
  refund(...keys: string[]): Promise<number>
}

/**
 * Rate limits for password guesses. Without Redis no password is checked: both functions throw
 * unavailable. Keys contain an HMAC of link and address, independent of `CLICK_IP`.
 */
export function guessCache(redis: Redis, secret: string) {
  redis.defineCommand('guess', { numberOfKeys: 4, lua: GUESS })
  redis.defineCommand('refund', { numberOfKeys: 3, lua: REFUND })
  const counters = redis as RedisWithGuesses
  function keysOf(linkId: number, ip: string) {
    const nameOf = (address: string) => {
      const name = createHmac('sha256', secret).update(`guesses ${linkId} ${address}`)
      return `guesses:{${linkId}}:${name.digest('base64url')}`
    }
    const address = nameOf(isIP(ip) === 6 ? networkOf(ip, 64) : ip)
    const network = nameOf(`network ${truncateAddress(ip, 'truncated')}`)
    return { address, network, tries: `${address}:tries`, link: `guesses:{${linkId}}` }
  }
  const fail = (error: unknown): never => {
    throw unavailable('Passwords cannot be checked at the moment. Try again.', error)
  }

  return {
    /** Counts a try and returns 0 if it is allowed; else returns the seconds until the next one. */
    async take(linkId: number, ip: string): Promise<number> {
      const { address, network, tries, link } = keysOf(linkId, ip)
      return counters.guess(address, network, tries, link, ...ARGUMENTS).catch(fail)
    },
    /** The password was correct: the try no longer counts as a wrong one. */
    async refund(linkId: number, ip: string): Promise<void> {
      const { address, network, link } = keysOf(linkId, ip)
      await counters.refund(address, network, link).catch(fail)
    },
  }
}

export type GuessCache = ReturnType<typeof guessCache>
