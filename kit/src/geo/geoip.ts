import { Counter } from 'prom-client'
import { canonicalAddress, networkOf } from '../net/ip.ts'
import { showInReadiness } from '../process/admin.ts'
import type { Logger } from '../process/log.ts'
import { createGauge } from '../telemetry/gauges.ts'
import { metrics } from '../telemetry/metrics.ts'
import type { CityRecord } from './city.ts'
import type { Database, Found } from './database.ts'
import { describeSource, type GeoEnv, openSources, type Source } from './sources.ts'

const built = createGauge(
  'fingerpost_geo_database_build_timestamp_seconds',
  'Build time of a geographic database in use, as a Unix timestamp',
  'database',
)
const usable = createGauge(
  'fingerpost_geo_database_usable',
  '1 if the file of a geographic database is usable, 0 if it is missing or damaged',
  'database',
)
const failedLookups = new Counter({
  name: 'fingerpost_geo_lookup_failures_total',
  help: 'Failed lookups in a damaged geographic database, answered as unknown',
  registers: [metrics],
})

/** The record of an address, and the network (CIDR) to which it applies. */
export interface Located {
  readonly record: CityRecord
  readonly network: string
}

export interface GeoIp {
  /** Undefined for invalid, private, reserved and unknown addresses. Never throws. */
  locate(ip: string): Located | undefined
  /** Whether a place has this name in the City database. Takes some ten milliseconds. */
  knows(name: string): boolean
  /** Whether any database is in use. */
  readonly available: boolean
  /** Throws while a configured database is missing or damaged. */
  check(): Promise<void>
  close(): void
}

/**
 * Opens the geographic databases: only the operator's City database, or the current country
 * database and, for `city`, the packaged City database, whose record is used if both agree on the
 * country. Files are checked for changes every `lookEveryMs`.
 */
export function openGeoIp(
  env: GeoEnv,
  need: 'city' | 'country',
  log: Logger,
  lookEveryMs = 5_000,
): GeoIp {
  const sources = openSources(env, need, log, lookEveryMs)
  const inUse = (database: Source['database']) =>
    sources.find((it) => it.database === database && it.file.content)
  const find = (database: Source['database'], address: string): Found | undefined =>
    findIn(inUse(database)?.file.content, address)
  const unusable = () => sources.filter((it) => it.file.state !== 'current' && !isSpare(it))

  for (const database of new Set(sources.map((it) => it.database))) {
    built(database, () => {
      const content = inUse(database)?.file.content
      return content && content.builtAtMs / 1_000
    })
    usable(database, () => (unusable().some((it) => it.database === database) ? 0 : 1))
  }
  showInReadiness('geo', () =>
    sources.filter((it) => it.file.content || !isSpare(it)).map(describeSource),
  )

  return {
    locate(ip) {
      const address = canonicalAddress(ip)
      if (address === undefined) return undefined
      const country = find('country', address)
      const city = find('city', address)
      const record = agreed(country?.record, city?.record)
      if (!record) return undefined
      const prefixLength = Math.max(country?.prefixLength ?? 0, city?.prefixLength ?? 0)
      return {
        record,
        get network() {
          return networkOf(address, prefixLength) // costs as much as the lookup; rarely read
        },
      }
    },
    knows: (name) => inUse('city')?.file.content?.has(name) ?? false,
    get available() {
      return sources.some((it) => it.file.content)
    },
    async check() {
      const [first] = unusable()
      if (first) throw new Error(`the database of ${first.from} is ${first.file.state}`)
    },
    close() {
      for (const { file } of sources) file.close()
    },
  }
}

/** An optional file that `geo update` has not written yet; another source replaces it. */
const isSpare = ({ mayBeAbsent, file }: Source): boolean => mayBeAbsent && file.state === 'absent'

/** The City record, unless the country database, which is more current, has another country. */
function agreed(country: CityRecord | undefined, city: CityRecord | undefined) {
  const code = country?.country?.iso_code
  return code === undefined || city?.country?.iso_code === code ? (city ?? country) : country
}

/** Counts a failed lookup and treats it as unknown: a damaged database must not fail visits. */
function findIn(database: Database | undefined, address: string): Found | undefined {
  try {
    return database?.find(address)
  } catch {
    failedLookups.inc()
    return undefined
  }
}
