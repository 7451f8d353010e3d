import { setImmediate } from 'node:timers/promises'
import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { Problem } from '@fingerpost/kit/http/problem'
import { canonicalAddress } from '@fingerpost/kit/net/ip'
import type { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { describeLocation } from './geo.rules.ts'

/** Each name is looked for in the whole database. */
const NAMES_MAX = 10

/** The name as typed, and as places are written. */
const spellings = (name: string) => [
  name,
  name.replace(/(?<!\p{L})\p{L}/gu, (it) => it.toUpperCase()),
]

export const geoHandlers = (
  geoip: Pick<GeoIp, 'available' | 'locate' | 'knows'>,
): Handlers<GeoService> => ({
  async checkPlaces({ names }) {
    const unknown: string[] = []
    for (const name of names.slice(0, NAMES_MAX)) {
      if (!spellings(name).some(geoip.knows)) unknown.push(name)
      await setImmediate()
    }
    return { unknown }
  },

  async locateAddress({ ip }) {
    const address = canonicalAddress(ip)
    if (address === undefined) {
      throw new Problem('invalid', 'invalid_ip', 'ip: is not an IP address.', [
        { field: 'ip', code: 'invalid_ip', detail: 'is not an IP address' },
      ])
    }
    if (!geoip.available) {
      throw new Problem(
        'unavailable',
        'geo_database_unavailable',
        'There is no geographic database.',
      )
    }
    const located = geoip.locate(address)
    if (!located) {
      throw new Problem('not_found', 'geo_not_found', 'The location of this address is unknown.')
    }
    return describeLocation(located.record, address, located.network)
  },
})
