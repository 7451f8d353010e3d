import { hash } from 'node:crypto'
import { isBot } from '@fingerpost/kit/bot'
import { type GeoIp, openGeoIp } from '@fingerpost/kit/geoip'
import type { Logger } from '@fingerpost/kit/log'
import { placeOf } from '@fingerpost/kit/place'
import type { Place } from '@fingerpost/protos/click/v1/click'
import type { Senses } from './visit.rules.ts'

export interface OpenSenses extends Senses {
  /** Where an address is; undefined when nobody knows. */
  placeOf(ip: string): Place | undefined
}

/** Opens what tells visitors apart. A City database that is missing only means no countries. */
export async function openSenses(
  env: { GEOIP_CITY_DB: string; GRPC_SHARED_SECRET: string; CLICK_IP: string },
  log: Logger,
): Promise<OpenSenses> {
  let geo: GeoIp | undefined
  try {
    // Only where addresses are not kept is a visitor's city asked for here.
    geo = await openGeoIp(env.GEOIP_CITY_DB, env.CLICK_IP === 'full' ? 'country' : 'city')
  } catch (error) {
    log.warn({ err: error }, 'no City database: links go nowhere by country')
  }
  return {
    isBot,
    placeOf: (ip) => placeOf(geo?.locate(ip)?.record),
    countryOf: (ip) => geo?.locate(ip)?.record.country?.iso_code,
    // The secret is the same in all processes, and the visitor hash of no use without it.
    bucketOf(linkId, ip, userAgent) {
      const visitor = hash('sha256', `${env.GRPC_SHARED_SECRET}\n${ip}\n${userAgent}`)
      const digest = hash('sha256', `${linkId}\n${visitor}`)
      return (Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48) * 100
    },
  }
}
