import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { Problem } from '@fingerpost/kit/http/problem'
import { canonicalAddress } from '@fingerpost/kit/net/ip'
import type { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { describeLocation } from './geo.rules.ts'

export const geoHandlers = (geoip: Pick<GeoIp, 'available' | 'locate'>): Handlers<GeoService> => ({
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
