import type { CityRecord, Named, Names } from './city.ts'
import { countryRecord } from './countries.ts'

type Fields = Record<string, unknown>

/**
 * Converts a database record to a City record, from MaxMind's format (`country.iso_code`) or
 * DB-IP's flat format (`country_code`, `state1`). Invalid parts are left out; undefined if none is
 * left.
 */
export function cityRecord(value: unknown): CityRecord | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  const record = typeof fields.country_code === 'string' ? readFlat(fields) : readNested(fields)
  return Object.keys(record).length > 0 ? record : undefined
}

function readNested(fields: Fields): CityRecord {
  const record: CityRecord = {}
  const continent = coded(fields.continent, 'code')
  const country = coded(fields.country, 'iso_code')
  const registered = coded(fields.registered_country, 'iso_code')
  const subdivisions = Array.isArray(fields.subdivisions)
    ? fields.subdivisions.flatMap((it) => coded(it, 'iso_code') ?? [])
    : []
  const traits = fieldsOf(fields.traits)
  if (continent) record.continent = continent
  if (country) record.country = country
  if (registered) record.registered_country = registered
  if (subdivisions.length > 0) record.subdivisions = subdivisions
  if (traits) record.traits = traits
  return addPlace(
    record,
    named(fields.city),
    fieldsOf(fields.location),
    fieldsOf(fields.postal)?.code,
  )
}

function readFlat(fields: Fields): CityRecord {
  const record: CityRecord = { ...countryRecord(String(fields.country_code)) }
  const states = [fields.state1, fields.state2].flatMap((it) => english(it) ?? [])
  if (states.length > 0) record.subdivisions = states.map((it) => ({ ...it, iso_code: '' }))
  const place = { ...fields, time_zone: fields.timezone }
  return addPlace(record, english(fields.city), place, fields.postcode)
}

function addPlace(
  record: CityRecord,
  city: Named | undefined,
  place: Fields | undefined,
  code: unknown,
): CityRecord {
  const location = place && locationOf(place)
  if (city) record.city = city
  if (location) record.location = location
  if (typeof code === 'string' && code !== '') record.postal = { code }
  return record
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

/** Returns a valid part as the same object, because records share parts. */
function named(value: unknown): Named | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  return isPart(fields) ? fields : repaired(fields)
}

function isPart(fields: Fields): fields is Fields & Named {
  const names = fieldsOf(fields.names)
  if (!names || !Number.isSafeInteger(fields.geoname_id)) return false
  for (const language in names) if (typeof names[language] !== 'string') return false
  return true
}

function repaired({ geoname_id, names, ...rest }: Fields): Named {
  const texts = Object.entries(fieldsOf(names) ?? {}).filter(([, name]) => typeof name === 'string')
  return {
    ...rest,
    geoname_id: Number.isSafeInteger(geoname_id) ? (geoname_id as number) : 0,
    names: Object.fromEntries(texts) as Names,
  }
}

/** A part with its code; undefined if the code is missing. */
function coded<Key extends 'code' | 'iso_code'>(value: unknown, key: Key) {
  const part = named(value)
  return typeof (part as Fields | undefined)?.[key] === 'string'
    ? (part as Named & Record<Key, string>)
    : undefined
}

const english = (name: unknown): Named | undefined =>
  typeof name === 'string' && name !== '' ? { geoname_id: 0, names: { en: name } } : undefined

function locationOf(fields: Fields): CityRecord['location'] {
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
