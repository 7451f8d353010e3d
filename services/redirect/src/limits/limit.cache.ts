import type { Client } from '@fingerpost/kit/grpc'
import { inTime } from '@fingerpost/kit/in-time'
import type { Logger } from '@fingerpost/kit/log'
import { unavailable } from '@fingerpost/kit/problem'
import type { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import type { SlugRecord, SlugsService } from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'

type Limited = Pick<SlugRecord, 'linkId' | 'expiresAfter'>

// Gives one out of what was granted; `elsewhere` is what the others gave out, as far as known here.
// A counter that is used up may go after a month: link knows by then that nothing is left.
const TAKE = `
local id, used, granted, elsewhere = unpack(redis.call('hmget', KEYS[1], 'id', 'used', 'granted', 'elsewhere'))
if not id then
  redis.call('hset', KEYS[1], 'id', ARGV[1], 'used', 0, 'granted', 0, 'elsewhere', 0)
  return {'ask', ARGV[1], 0}
end
local limit = tonumber(ARGV[2])
if used + elsewhere >= limit then return {'spent', id, tonumber(used)} end
if tonumber(used) >= tonumber(granted) then return {'ask', id, tonumber(used)} end
used = redis.call('hincrby', KEYS[1], 'used', 1)
if used + elsewhere < limit then return {'taken', id, used} end
redis.call('expire', KEYS[1], 2592000)
return {'last', id, used}`

// Neither number ever gets smaller, so answers may come twice and in any order.
const GRANT = `
local id, granted, elsewhere = unpack(redis.call('hmget', KEYS[1], 'id', 'granted', 'elsewhere'))
if id ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'granted', math.max(granted, ARGV[2]), 'elsewhere', math.max(elsewhere, ARGV[3]))
redis.call('persist', KEYS[1])
return 1`

// For a visitor who was told something else before the answer came.
const GIVE_BACK = `
if redis.call('hget', KEYS[1], 'id') ~= ARGV[1] then return 0 end
return redis.call('hincrby', KEYS[1], 'used', -1)`

type Taken = [state: 'taken' | 'last' | 'spent' | 'ask', counterId: string, used: number]

interface RedisWithLimits extends Redis {
  takeClick(key: string, newId: string, limit: number): Promise<Taken>
  grantClicks(key: string, id: string, granted: number, elsewhere: number): Promise<number>
  giveBackClick(key: string, id: string): Promise<number>
}

const counterKey = (linkId: number) => `clicks-taken:${linkId}`

/** How long a visitor waits for Redis, and then for link. */
const TAKE_MS = 250
const ASK_MS = 1_000
/** How long a visitor waits while others take what was granted before his eyes. */
const GIVE_UP_MS = 2_000

/** What limited links may still give out. Never more than the limit in all, whatever fails. */
export function limitCache(
  redis: Redis,
  limits: Client<ClickLimitsService>,
  slugs: Client<SlugsService>,
  log: Logger,
) {
  redis.defineCommand('takeClick', { numberOfKeys: 1, lua: TAKE })
  redis.defineCommand('grantClicks', { numberOfKeys: 1, lua: GRANT })
  redis.defineCommand('giveBackClick', { numberOfKeys: 1, lua: GIVE_BACK })
  const counters = redis as RedisWithLimits
  const asking = new Map<string, Promise<void>>()

  /** Throws when Redis is late; what it then still takes it gets back. */
  async function takeFromCounter({ linkId, expiresAfter }: Limited): Promise<Taken> {
    const key = counterKey(linkId)
    const taking = counters.takeClick(key, crypto.randomUUID(), expiresAfter)
    try {
      return await inTime(taking, TAKE_MS)
    } catch (error) {
      taking.then(giveBack, () => {}).catch(() => {})
      throw error
    }

    async function giveBack([state, id]: Taken): Promise<void> {
      if (state === 'taken' || state === 'last') await counters.giveBackClick(key, id)
    }
  }

  /** Once for all who find the counter empty at the same time. */
  function ask(linkId: number, counterId: string, used: number): Promise<void> {
    const question = `${counterId} ${used}`
    const asked = asking.get(question) ?? grant(linkId, counterId, used)
    asking.set(question, asked)
    const answered = () => asking.delete(question)
    asked.then(answered, answered)
    return asked
  }

  async function grant(linkId: number, counterId: string, used: number): Promise<void> {
    const options = { timeoutMs: ASK_MS }
    const { granted, elsewhere } = await limits.grantClicks({ linkId, counterId, used }, options)
    await counters.grantClicks(counterKey(linkId), counterId, granted, elsewhere)
  }

  /** What the counter and others gave out; undefined without a counter, which may be lost or never made. */
  async function givenOut(linkId: number): Promise<number | undefined> {
    const asked = redis.hmget(counterKey(linkId), 'used', 'elsewhere')
    const [used, elsewhere] = await inTime(asked, TAKE_MS)
    return typeof used === 'string' ? Number(used) + Number(elsewhere ?? 0) : undefined
  }

  /** Makes a counter, which gives out nothing before link has answered. Answers what is given out by then. */
  async function countAnew(link: Limited): Promise<number> {
    const [state, counterId, used] = await takeFromCounter(link)
    if (state === 'ask') await ask(link.linkId, counterId, used)
    else if (state !== 'spent') await counters.giveBackClick(counterKey(link.linkId), counterId)
    return (await givenOut(link.linkId)) ?? 0
  }

  /** Redis cannot say: link takes from what it has not granted. */
  async function takeFromLink(linkId: number): Promise<boolean> {
    const { taken, pending } = await slugs.takeClick({ linkId }, { timeoutMs: ASK_MS })
    if (!taken && pending) throw unavailable('What is left of the link is not known just now.')
    return taken
  }

  return {
    /** Takes one; false when none is left. Throws unavailable when nobody can say. */
    async take(link: Limited): Promise<boolean> {
      const { linkId } = link
      const startedMs = performance.now()
      try {
        while (performance.now() - startedMs < GIVE_UP_MS) {
          const [state, counterId, used] = await takeFromCounter(link)
          if (state === 'spent') return false
          if (state === 'taken') return true
          const asked = ask(linkId, counterId, used)
          if (state === 'ask') await asked
          // The last one: link learns that nothing is left, for the day when Redis is away.
          else asked.catch(() => {})
          if (state === 'last') return true
        }
      } catch (error) {
        log.debug({ err: error, link: linkId }, 'counter cannot say')
        return takeFromLink(linkId)
      }
      throw unavailable('Too many visitors at once for what is left of the link.')
    },

    /** Whether nothing is left; takes nothing. False when neither the counter nor link can say. */
    async isSpent(link: Limited): Promise<boolean> {
      try {
        return ((await givenOut(link.linkId)) ?? (await countAnew(link))) >= link.expiresAfter
      } catch (error) {
        log.debug({ err: error, link: link.linkId }, 'counter cannot say')
        return false
      }
    },
  }
}

export type LimitCache = ReturnType<typeof limitCache>
