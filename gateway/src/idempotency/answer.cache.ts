import type { Redis } from 'ioredis'

const KEPT_MS = 24 * 3_600_000
const KEPT_PER_TEAM = 10_000

// What is there stays; else the place is taken for the length of a lease.
const BEGIN = `
local held = redis.call('get', KEYS[1])
if held then return held end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false`

// Only who took the place may change it. Empty gives it up.
const SETTLE = `
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('del', KEYS[1])
else redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`

// Records one more answer of a team and returns the keys of its surplus answers, oldest first.
const NOTE = `
redis.call('zadd', KEYS[1], ARGV[2], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[2] - ARGV[3])
local over = redis.call('zcard', KEYS[1]) - ARGV[4]
if over <= 0 then return {} end
local gone = redis.call('zrange', KEYS[1], 0, over - 1)
redis.call('zremrangebyrank', KEYS[1], 0, over - 1)
return gone`

interface RedisWithPlaces extends Redis {
  beginAnswer(key: string, mine: string, leaseMs: number): Promise<string | null>
  settleAnswer(key: string, mine: string, next: string, keptMs: number): Promise<number>
  noteAnswer(
    key: string,
    name: string,
    nowMs: number,
    keptMs: number,
    max: number,
  ): Promise<string[]>
}

/** The state of one idempotency key. */
export interface Place {
  /** Hash of the request it was first sent with. */
  fingerprint: string
  /** Who is at work on it. */
  worker?: string
  /** The sealed answer, once there is one. */
  answer?: string
}

export type Answers = ReturnType<typeof answerCache>

/**
 * The answers to requests that may come again. A place is leased to whoever works on it, so a gateway
 * that dies does not keep it; an answer is kept for 24 hours, and of a team the newest 10,000.
 */
export function answerCache(redis: Redis, leaseMs = 30_000, perTeam = KEPT_PER_TEAM) {
  redis.defineCommand('beginAnswer', { numberOfKeys: 1, lua: BEGIN })
  redis.defineCommand('settleAnswer', { numberOfKeys: 1, lua: SETTLE })
  redis.defineCommand('noteAnswer', { numberOfKeys: 1, lua: NOTE })
  const store = redis as RedisWithPlaces
  const keyOf = (name: string) => `idempotency:${name}`
  const settle = async (name: string, mine: Place, next: string, keptMs: number) => {
    await store.settleAnswer(keyOf(name), JSON.stringify(mine), next, keptMs)
  }

  return {
    leaseMs,
    /** What is there already; undefined when the place is now ours. */
    async begin(name: string, mine: Place): Promise<Place | undefined> {
      const held = await store.beginAnswer(keyOf(name), JSON.stringify(mine), leaseMs)
      return held === null ? undefined : JSON.parse(held)
    },
    /** Takes the lease anew, for work that takes longer than one. */
    renew: (name: string, mine: Place) => settle(name, mine, JSON.stringify(mine), leaseMs),
    async keep(name: string, mine: Place, answer: string, orgId: number): Promise<void> {
      const next = JSON.stringify({ fingerprint: mine.fingerprint, answer })
      await settle(name, mine, next, KEPT_MS)
      const team = keyOf(`team:${orgId}`)
      const over = await store.noteAnswer(team, name, Date.now(), KEPT_MS, perTeam)
      await Promise.all(over.map((it) => redis.unlink(keyOf(it)))) // one by one, for clusters
    },
    giveUp: (name: string, mine: Place) => settle(name, mine, '', 0),
  }
}
