import { TOUCHED_FIRST, TOUCHED_LINKS, touchedLink } from '@fingerpost/protos/redis-keys'
import type { Redis } from 'ioredis'
import type { TouchedLink } from './total.repository.ts'

/** Links whose totals are to be sent, leased by one worker until it releases them. */
export interface Lease {
  links: TouchedLink[]
  /** Whether more links may be due. */
  isFull: boolean
  score: string
}

export interface TouchedQueue {
  touch(links: readonly TouchedLink[]): Promise<void>
  /**
   * Leases links, those first that have waited longest. While a full batch or more is waiting, only links
   * that were touched, or whose lease ended, at least `minAgeMs` ago, so that several touches become one
   * update.
   */
  claim(minAgeMs?: number): Promise<Lease>
  /** Removes the links after their totals were sent, unless they were touched since. */
  release(lease: Lease): Promise<void>
  /** Ends the lease without removing the links, so that they are retried at once. */
  giveBack(lease: Lease): Promise<void>
}

const AT_ONCE = 500
const LEASE_MS = 10_000 // longer than sending can take

// A sorted set. Score without a fraction: when the link was touched, or TOUCHED_FIRST; with one: the end
// of its lease.
// Scores of leases are unique, so that releasing an old lease never removes a newer touch.
const TOUCH = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, link in ipairs(ARGV) do
  local score = redis.call('zscore', KEYS[1], link)
  if not score or tonumber(score) % 1 > 0 then redis.call('zadd', KEYS[1], now, link) end
end`

const CLAIM = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local many = redis.call('zcount', KEYS[1], '-inf', now) >= tonumber(ARGV[1])
local before = many and now - ARGV[3] or now
local due = redis.call('zrangebyscore', KEYS[1], '-inf', before, 'limit', 0, ARGV[1])
if #due == 0 then return {'0'} end
local score = now + ARGV[2] + (redis.call('incr', KEYS[2]) % 1023 + 1) / 1024
local lease = string.format('%.10f', score)
for _, link in ipairs(due) do redis.call('zadd', KEYS[1], lease, link) end
return {lease, unpack(due)}`

const END = `
for i = 3, #ARGV do
  local score = redis.call('zscore', KEYS[1], ARGV[i])
  if score and tonumber(score) == tonumber(ARGV[1]) then
    if ARGV[2] == 'reported' then redis.call('zrem', KEYS[1], ARGV[i])
    else redis.call('zadd', KEYS[1], ARGV[2], ARGV[i]) end
  end
end`

/** Links touched since their totals were last sent; in Redis, so that they survive a crash. */
export function touchedQueue(redis: Redis): TouchedQueue {
  async function end(
    { score, links }: Lease,
    how: 'reported' | typeof TOUCHED_FIRST,
  ): Promise<void> {
    const members = links.map(({ org_id, link_id }) => touchedLink(org_id, link_id))
    await redis.eval(END, 1, TOUCHED_LINKS, score, how, ...members)
  }

  return {
    async touch(links) {
      const members = new Set(links.map(({ org_id, link_id }) => touchedLink(org_id, link_id)))
      if (members.size > 0) await redis.eval(TOUCH, 1, TOUCHED_LINKS, ...members)
    },
    async claim(minAgeMs = 0) {
      const answer = await redis.eval(
        CLAIM,
        2,
        TOUCHED_LINKS,
        `${TOUCHED_LINKS}:leases`,
        AT_ONCE,
        LEASE_MS,
        minAgeMs,
      )
      const [score = '0', ...members] = answer as string[]
      return { score, links: members.map(linkOf), isFull: members.length === AT_ONCE }
    },
    release: (lease) => end(lease, 'reported'),
    giveBack: (lease) => end(lease, TOUCHED_FIRST),
  }
}

function linkOf(member: string): TouchedLink {
  const [org_id = 0, link_id = 0] = member.split(':').map(Number)
  return { org_id, link_id }
}
