import type { CityRecord } from '../geo/city.ts'

/** Location of a visitor, part of a click: English names, empty if unknown. */
export interface Place {
  continent: string
  /** ISO 3166-1. */
  country: string
  region: string
  city: string
  latitude?: number | undefined
  longitude?: number | undefined
  /** Kilometres. */
  accuracy_radius?: number | undefined
  time_zone?: string | undefined
  postal?: string | undefined
}

/** The place of a record; undefined without a record. */
export function placeOf(record: CityRecord | undefined): Place | undefined {
  if (!record) return undefined
  const { location } = record
  return {
    continent: record.continent?.names.en ?? '',
    country: record.country?.iso_code ?? '',
    region: record.subdivisions?.[0]?.names.en ?? '',
    city: record.city?.names.en ?? '',
    latitude: location?.latitude,
    longitude: location?.longitude,
    accuracy_radius: location?.accuracy_radius,
    time_zone: location?.time_zone,
    postal: record.postal?.code,
  }
}
