import type { Redis } from 'ioredis'

const STORED_MS = 24 * 3_600_000
const PER_TEAM_MAX = 10_000

// Returns the existing entry; otherwise claims the key for the length of a lease.
const BEGIN = `
local held = redis.call('get', KEYS[1])
if held then return held end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false`

// Only the holder of the lease may change the entry. An empty value deletes it.
const SETTLE = `
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('del', KEYS[1])
else redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`

// Records a new answer of a team and returns the keys of answers above its limit, oldest first.
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
  settleAnswer(key: string, mine: string, next: string, ttlMs: number): Promise<number>
  noteAnswer(
    key: string,
    name: string,
    nowMs: number,
    ttlMs: number,
    max: number,
  ): Promise<string[]>
}

/** The state of one idempotency key. */
export interface Place {
  /** Hash of the first request with this key. */
  fingerprint: string
  /** Id of the request that holds the lease. */
  worker?: string
  /** The encrypted answer, once it exists. */
  answer?: string
}

export type Answers = ReturnType<typeof answerCache>

/**
 * Stored answers to requests with an `Idempotency-Key`. A request in flight holds its key by lease,
 * so a crashed gateway does not block it. Answers last 24 hours, the newest 10,000 per team.
 */
export function answerCache(redis: Redis, leaseMs = 30_000, perTeam = PER_TEAM_MAX) {
  redis.defineCommand('beginAnswer', { numberOfKeys: 1, lua: BEGIN })
  redis.defineCommand('settleAnswer', { numberOfKeys: 1, lua: SETTLE })
  redis.defineCommand('noteAnswer', { numberOfKeys: 1, lua: NOTE })
  const store = redis as RedisWithPlaces
  const keyOf = (name: string) => `idempotency:${name}`
  const settle = async (name: string, mine: Place, next: string, ttlMs: number) => {
    await store.settleAnswer(keyOf(name), JSON.stringify(mine), next, ttlMs)
  }

  return {
    leaseMs,
    /** The existing entry; undefined if the key is now claimed by the caller. */
    async begin(name: string, mine: Place): Promise<Place | undefined> {
      const held = await store.beginAnswer(keyOf(name), JSON.stringify(mine), leaseMs)
      return held === null ? undefined : JSON.parse(held)
    },
    /** Renews the lease, for requests that take longer than one. */
    renew: (name: string, mine: Place) => settle(name, mine, JSON.stringify(mine), leaseMs),
    async save(name: string, mine: Place, answer: string, orgId: number): Promise<void> {
      const next = JSON.stringify({ fingerprint: mine.fingerprint, answer })
      await settle(name, mine, next, STORED_MS)
      const team = keyOf(`team:${orgId}`)
      const over = await store.noteAnswer(team, name, Date.now(), STORED_MS, perTeam)
      await Promise.all(over.map((it) => redis.unlink(keyOf(it)))) // one by one, for clusters
    },
    giveUp: (name: string, mine: Place) => settle(name, mine, '', 0),
  }
}
