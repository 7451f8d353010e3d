import { hash } from 'node:crypto'
import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import { isBot } from '@fingerpost/kit/visitor/bot'
import { placeOf } from '@fingerpost/kit/visitor/place'
import type { Place } from '@fingerpost/protos/click/v1/click'
import type { VisitorTraits } from './visitor.rules.ts'

export interface OpenTraits extends VisitorTraits {
  /** Location of an address; undefined when unknown. */
  placeOf(ip: string): Place | undefined
}

/** Derives the traits of visitors: bot list, GeoIP database and a keyed hash for A/B buckets. */
export function openTraits(secret: string, geo: Pick<GeoIp, 'locate'>): OpenTraits {
  return {
    isBot,
    placeOf: (ip) => placeOf(geo.locate(ip)?.record),
    countryOf: (ip) => geo.locate(ip)?.record.country?.iso_code,
    // All processes share the secret; without it the visitor hash cannot be reproduced.
    bucketOf(linkId, ip, userAgent) {
      const visitor = hash('sha256', `${secret}\n${ip}\n${userAgent}`)
      const digest = hash('sha256', `${linkId}\n${visitor}`)
      return (Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48) * 100
    },
  }
}
