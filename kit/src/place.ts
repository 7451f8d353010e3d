import type { CityRecord } from './geo/city.ts'

/** Where a visitor was: English names, empty where nothing is known. Travels with clicks. */
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

/** Undefined in, undefined out. */
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
