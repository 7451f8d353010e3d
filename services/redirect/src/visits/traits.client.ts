import { hash } from 'node:crypto'
import { isBot } from '@fingerpost/kit/bot'
import type { GeoIp } from '@fingerpost/kit/geoip'
import { placeOf } from '@fingerpost/kit/place'
import type { Place } from '@fingerpost/protos/click/v1/click'
import type { VisitorTraits } from './visit.rules.ts'

export interface OpenTraits extends VisitorTraits {
  /** Where an address is; undefined when it is unknown. */
  placeOf(ip: string): Place | undefined
}

/** Identifies visitors. */
export function openTraits(secret: string, geo: Pick<GeoIp, 'locate'>): OpenTraits {
  return {
    isBot,
    placeOf: (ip) => placeOf(geo.locate(ip)?.record),
    countryOf: (ip) => geo.locate(ip)?.record.country?.iso_code,
    // The secret is the same in all processes, and the visitor hash of no use without it.
    bucketOf(linkId, ip, userAgent) {
      const visitor = hash('sha256', `${secret}\n${ip}\n${userAgent}`)
      const digest = hash('sha256', `${linkId}\n${visitor}`)
      return (Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48) * 100
    },
  }
}
