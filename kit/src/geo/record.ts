import { countryRecord } from './countries.ts'

/** Names by language; a place may lack some. */
export type Names = Record<string, string>

interface Named {
  /** 0 when the database does not name one. */
  geoname_id: number
  names: Names
}

/** What is known of an address, in the model of MaxMind's City databases. Every part may be absent. */
export interface CityRecord {
  continent?: Named & { code: string }
  country?: Named & { iso_code: string }
  registered_country?: Named & { iso_code: string }
  subdivisions?: readonly (Named & { iso_code: string })[]
  city?: Named
  location?: {
    latitude: number
    longitude: number
    accuracy_radius?: number
    time_zone?: string
  }
  postal?: { code: string }
  traits?: Record<string, unknown>
}

type Fields = Record<string, unknown>

/**
 * A record of a database as a City record. Reads MaxMind's form (`country.iso_code`) and the flat form
 * of DB-IP (`country_code`, `state1`). Parts of another form are left out; undefined when none is left.
 */
export function cityRecord(value: unknown): CityRecord | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  const record = typeof fields.country_code === 'string' ? readFlat(fields) : readNested(fields)
  return Object.keys(record).length > 0 ? record : undefined
}

const readNested = (fields: Fields): CityRecord =>
  present({
    continent: coded(fields.continent, 'code'),
    country: coded(fields.country, 'iso_code'),
    registered_country: coded(fields.registered_country, 'iso_code'),
    subdivisions: Array.isArray(fields.subdivisions)
      ? fields.subdivisions.flatMap((it) => coded(it, 'iso_code') ?? [])
      : undefined,
    city: named(fields.city),
    location: location(fieldsOf(fields.location)),
    postal: postal(fieldsOf(fields.postal)?.code),
    traits: fieldsOf(fields.traits),
  })

function readFlat(fields: Fields): CityRecord {
  const states = [fields.state1, fields.state2].flatMap((it) => english(it) ?? [])
  return present({
    ...countryRecord(String(fields.country_code)),
    subdivisions: states.length > 0 ? states.map((it) => ({ ...it, iso_code: '' })) : undefined,
    city: english(fields.city),
    location: location({ ...fields, time_zone: fields.timezone }),
    postal: postal(fields.postcode),
  })
}

/** Without the parts that are undefined. */
const present = (parts: { [Part in keyof CityRecord]: CityRecord[Part] | undefined }): CityRecord =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

function named(value: unknown): Named | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  const { geoname_id } = fields
  return {
    geoname_id: Number.isSafeInteger(geoname_id) ? (geoname_id as number) : 0,
    names: Object.fromEntries(
      Object.entries(fieldsOf(fields.names) ?? {}).filter(([, name]) => typeof name === 'string'),
    ) as Names,
  }
}

function coded<Key extends string>(value: unknown, key: Key) {
  const code = fieldsOf(value)?.[key]
  const part = named(value)
  return part && typeof code === 'string'
    ? ({ ...part, [key]: code } as Named & Record<Key, string>)
    : undefined
}

const english = (name: unknown): Named | undefined =>
  typeof name === 'string' && name !== '' ? { geoname_id: 0, names: { en: name } } : undefined

const postal = (code: unknown) => (typeof code === 'string' && code !== '' ? { code } : undefined)

function location(fields: Fields | undefined): CityRecord['location'] {
  if (!fields) return undefined
  const { latitude, longitude, accuracy_radius, time_zone } = fields
  if (!isNumber(latitude) || !isNumber(longitude)) return undefined
  return {
    latitude,
    longitude,
    ...(isNumber(accuracy_radius) && { accuracy_radius }),
    ...(typeof time_zone === 'string' && time_zone !== '' && { time_zone }),
  }
}

const isNumber = (value: unknown): value is number => Number.isFinite(value)
