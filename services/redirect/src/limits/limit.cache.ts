import { inTime } from '@fingerpost/kit/async/in-time'
import type { Client } from '@fingerpost/kit/grpc/client'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { Logger } from '@fingerpost/kit/process/log'
import { deadline } from '@fingerpost/kit/process/pace'
import type { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import type { SlugRecord, SlugsService } from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'

type Limited = Pick<SlugRecord, 'link_id' | 'expires_after' | 'limit_version'>

// Takes one click of the grant; `elsewhere` is the last known number of clicks taken elsewhere.
// After a change of the limit, link is asked first: only link knows the clicks taken without a
// limit. An exhausted counter expires after a month: by then link knows that no clicks are left.
const TAKE = `
local id, used, granted, elsewhere, version =
  unpack(redis.call('hmget', KEYS[1], 'id', 'used', 'granted', 'elsewhere', 'version'))
if not id then
  redis.call('hset', KEYS[1], 'id', ARGV[1], 'used', 0, 'granted', 0, 'elsewhere', 0)
  return {'ask', ARGV[1], 0}
end
if tonumber(ARGV[3]) > tonumber(version or 0) then return {'ask', id, tonumber(used)} end
local limit = tonumber(ARGV[2])
if used + elsewhere >= limit then return {'exhausted', id, tonumber(used)} end
if tonumber(used) >= tonumber(granted) then return {'ask', id, tonumber(used)} end
used = redis.call('hincrby', KEYS[1], 'used', 1)
if used + elsewhere < limit then return {'taken', id, used} end
redis.call('expire', KEYS[1], 2592000)
return {'last', id, used}`

// Numbers only grow, so grants are idempotent and may arrive in any order.
const GRANT = `
local id, granted, elsewhere, version =
  unpack(redis.call('hmget', KEYS[1], 'id', 'granted', 'elsewhere', 'version'))
if id ~= ARGV[1] then return 0 end
if tonumber(ARGV[4]) > tonumber(version or 0) then redis.call('hset', KEYS[1], 'version', ARGV[4]) end
redis.call('hset', KEYS[1], 'granted', math.max(granted, ARGV[2]), 'elsewhere', math.max(elsewhere, ARGV[3]))
redis.call('persist', KEYS[1])
return 1`

// Returns a click that was taken after its visitor had been answered otherwise.
const GIVE_BACK = `
if redis.call('hget', KEYS[1], 'id') ~= ARGV[1] then return 0 end
return redis.call('hincrby', KEYS[1], 'used', -1)`

type Taken = [state: 'taken' | 'last' | 'exhausted' | 'ask', counterId: string, used: number]

interface RedisWithLimits extends Redis {
  takeClick(key: string, newId: string, limit: number, version: number): Promise<Taken>
  grantClicks(
    key: string,
    id: string,
    granted: number,
    elsewhere: number,
    version: number,
  ): Promise<number>
  giveBackClick(key: string, id: string): Promise<number>
}

const counterKey = (linkId: number) => `clicks-taken:${linkId}`

/** Deadlines for Redis and then for link. */
const TAKE_MS = 250
const ASK_MS = 1_000
/** Deadline for a visit whose granted clicks concurrent visits take, in deadlines for Redis. */
const GIVE_UP_ANSWERS = 8

/**
 * Click limits of links. Never allows more clicks than the limit, whatever fails. `takeMs` is the
 * deadline for Redis.
 */
export function limitCache(
  redis: Redis,
  limits: Client<ClickLimitsService>,
  slugs: Client<SlugsService>,
  log: Logger,
  takeMs = TAKE_MS,
) {
  redis.defineCommand('takeClick', { numberOfKeys: 1, lua: TAKE })
  redis.defineCommand('grantClicks', { numberOfKeys: 1, lua: GRANT })
  redis.defineCommand('giveBackClick', { numberOfKeys: 1, lua: GIVE_BACK })
  const counters = redis as RedisWithLimits
  const inFlight = new Map<string, Promise<void>>()

  /** Throws if Redis exceeds the deadline; a click taken after that is returned. */
  async function takeFromCounter({
    link_id,
    expires_after,
    limit_version = 0,
  }: Limited): Promise<Taken> {
    const key = counterKey(link_id)
    const taking = counters.takeClick(key, crypto.randomUUID(), expires_after, limit_version)
    try {
      return await inTime(taking, takeMs)
    } catch (error) {
      taking.then(giveBack, () => {}).catch(() => {})
      throw error
    }

    async function giveBack([state, id]: Taken): Promise<void> {
      if (state === 'taken' || state === 'last') await counters.giveBackClick(key, id)
    }
  }

  /** Asks link for a grant; concurrent identical requests share one call. */
  function ask(link: Limited, counterId: string, used: number): Promise<void> {
    const grantKey = `${counterId} ${used} ${link.limit_version}`
    const asked = inFlight.get(grantKey) ?? grant(link, counterId, used)
    inFlight.set(grantKey, asked)
    const answered = () => inFlight.delete(grantKey)
    asked.then(answered, answered)
    return asked
  }

  async function grant(link: Limited, counterId: string, used: number): Promise<void> {
    const { link_id, limit_version } = link
    const grantKey = {
      link_id,
      counter_id: counterId,
      used,
      ...(limit_version && { limit_version }),
    }
    const { granted, elsewhere } = await limits.grantClicks(grantKey, { timeoutMs: ASK_MS })
    const key = counterKey(link_id)
    await counters.grantClicks(key, counterId, granted, elsewhere, limit_version ?? 0)
  }

  async function read({ link_id }: Limited) {
    const names = ['id', 'used', 'granted', 'elsewhere', 'version'] as const
    const values = await inTime(redis.hmget(counterKey(link_id), ...names), takeMs)
    const [id, ...numbers] = values
    const [used = 0, granted = 0, elsewhere = 0, version = 0] = numbers.map(Number)
    return { id, used, granted, version, givenOut: used + elsewhere }
  }

  /** Clicks taken here and elsewhere; asks link if the counter may not know. */
  async function givenOut(link: Limited): Promise<number> {
    const { id, used, granted, version, givenOut } = await read(link)
    const changed = (link.limit_version ?? 0) > version
    if (id && !changed && (used < granted || givenOut >= link.expires_after)) return givenOut
    if (id) await ask(link, id, used)
    else await makeCounter(link)
    return (await read(link)).givenOut
  }

  /** Creates a counter, which allows no clicks until link grants some. */
  async function makeCounter(link: Limited): Promise<void> {
    const [state, counterId, used] = await takeFromCounter(link)
    if (state === 'ask') await ask(link, counterId, used)
    else if (state !== 'exhausted')
      await counters.giveBackClick(counterKey(link.link_id), counterId)
  }

  /**
   * Fallback when Redis is unavailable: link takes a click from its ungranted rest, or with `peek`
   * says whether it would.
   */
  async function takeFromLink(linkId: number, peek?: true): Promise<boolean> {
    const request = { link_id: linkId, ...(peek && { peek }) }
    const { taken, pending } = await slugs.takeClick(request, { timeoutMs: ASK_MS })
    if (!taken && pending)
      throw unavailable('The remaining clicks of the link are not known yet. Try again.')
    return taken
  }

  return {
    /** Takes one click; false if none is left. Throws unavailable if that cannot be determined. */
    async take(link: Limited): Promise<boolean> {
      const { link_id } = link
      const startedMs = performance.now()
      try {
        while (performance.now() - startedMs < deadline(GIVE_UP_ANSWERS * takeMs)) {
          const [state, counterId, used] = await takeFromCounter(link)
          if (state === 'exhausted') return false
          if (state === 'taken') return true
          const asked = ask(link, counterId, used)
          if (state === 'ask') await asked
          // The last click: tell link that none is left, in case Redis is unavailable later.
          else asked.catch(() => {})
          if (state === 'last') return true
        }
      } catch (error) {
        log.debug({ err: error, link: link_id }, 'reading the click counter failed')
        return takeFromLink(link_id)
      }
      throw unavailable('Too many concurrent visits for the remaining clicks of the link.')
    },

    /** Whether no clicks are left; takes none. Throws unavailable when `take` would. */
    async isExhausted(link: Limited): Promise<boolean> {
      try {
        return (await givenOut(link)) >= link.expires_after
      } catch (error) {
        log.debug({ err: error, link: link.link_id }, 'reading the click counter failed')
        return !(await takeFromLink(link.link_id, true))
      }
    },
  }
}

export type LimitCache = ReturnType<typeof limitCache>
