import { hash } from 'node:crypto'
import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import { type AddressMatch, matchNetworks } from '@fingerpost/kit/net/ip'
import { type Agent, agentOf } from '@fingerpost/kit/visitor/agent'
import { isBot } from '@fingerpost/kit/visitor/bot'
import { placeOf } from '@fingerpost/kit/visitor/place'
import type { Hints, Place } from '@fingerpost/protos/click/v1/click'
import { DAYS, type Day } from '@fingerpost/protos/conditions'
import { LRUCache } from 'lru-cache'
import { hintsOf } from '../requests/hint.rules.ts'
import type { Clock } from './traits.rules.ts'
import type { VisitorTraits } from './visitor.rules.ts'

export interface OpenTraits extends VisitorTraits {
  /** Location of an address; undefined when unknown. */
  placeOf(ip: string): Place | undefined
}

type Geo = Pick<GeoIp, 'locate'>

/**
 * Derives the traits of visitors: bot list, GeoIP database and a keyed hash for A/B buckets. `openCities` is called
 * for the first rule that asks for a region or city.
 */
export function openTraits(secret: string, geo: Geo, openCities: () => Geo): OpenTraits {
  let cities: Geo | undefined
  // Parsing a user agent takes 50 microseconds, as long as a whole visit.
  const agents = new LRUCache<string, Agent, [userAgent: string, hints: Hints | undefined]>({
    max: 5_000,
    memoMethod: (_key, _stale, { context }) => agentOf(...context),
  })
  const clocks = new LRUCache<string, LocalClock>({ max: 500, memoMethod: openClock })
  const networks = new LRUCache<string, AddressMatch>({
    max: 5_000,
    memoMethod: (network) => matchNetworks([network]),
  })

  return {
    countryOf: (ip) => geo.locate(ip)?.record.country?.iso_code ?? '',
    placesOf(ip) {
      cities ??= openCities()
      const { country, subdivisions = [], city } = cities.locate(ip)?.record ?? {}
      const codes = subdivisions.map(({ iso_code }) => `${country?.iso_code}-${iso_code}`)
      const names = subdivisions.flatMap((it) => Object.values(it.names))
      return { regions: [...names, ...codes], cities: Object.values(city?.names ?? {}) }
    },
    agentOf(headers) {
      const userAgent = String(headers['user-agent'] ?? '')
      const hints = hintsOf(headers)
      const key = hints ? JSON.stringify([userAgent, hints]) : userAgent
      return agents.memo(key, { context: [userAgent, hints] })
    },
    clockIn: (timezone, atMs) => clocks.memo(timezone)(atMs),
    isIn: (ip, network) => networks.memo(network)(ip),
    isBot,
    placeOf: (ip) => placeOf(geo.locate(ip)?.record),
    // All processes share the secret; without it the visitor hash cannot be reproduced.
    bucketOf(linkId, ip, userAgent) {
      const visitor = hash('sha256', `${secret}\n${ip}\n${userAgent}`)
      const digest = hash('sha256', `${linkId}\n${visitor}`)
      return (Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48) * 100
    },
  }
}

type LocalClock = (atMs: number) => Clock

/** The clock of a zone. It is read once a minute: formatting takes longer than all other conditions. */
function openClock(timezone: string): LocalClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  let last: Clock & { minute: number } = { minute: Number.NaN, day: 0, minutes: 0 }
  return (atMs) => {
    const minute = Math.floor(atMs / 60_000)
    if (minute === last.minute) return last
    const parts = format.formatToParts(atMs)
    const part = (type: string) => parts.find((it) => it.type === type)?.value ?? ''
    const day = DAYS.indexOf(part('weekday').toLowerCase() as Day)
    last = { minute, day, minutes: Number(part('hour')) * 60 + Number(part('minute')) }
    return last
  }
}
