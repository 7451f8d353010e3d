import { isEuCountry } from '../../geo/eu.rules.ts'

/** What of a City record (MaxMind's model) a click keeps. */
export interface CityRecord {
  continent?: { names: { en?: string } }
  country?: { iso_code: string }
  subdivisions?: readonly { names: { en?: string } }[]
  city?: { names: { en?: string } }
  location?: {
    latitude: number
    longitude: number
    accuracy_radius?: number
    time_zone?: string
  }
  postal?: { code: string }
}

/** Where a visitor was: English names, empty where nothing is known. */
export interface Place {
  continent: string
  country: string
  region: string
  city: string
  geo: string
  is_eu: boolean
}

const NOWHERE: Place = { continent: '', country: '', region: '', city: '', geo: '{}', is_eu: false }

/** Undefined in, nowhere out. */
export function placeOf(record: CityRecord | undefined): Place {
  if (!record) return NOWHERE
  const country = record.country?.iso_code ?? ''
  return {
    continent: record.continent?.names.en ?? '',
    country,
    region: record.subdivisions?.[0]?.names.en ?? '',
    city: record.city?.names.en ?? '',
    geo: JSON.stringify({
      latitude: record.location?.latitude,
      longitude: record.location?.longitude,
      accuracy_radius: record.location?.accuracy_radius,
      time_zone: record.location?.time_zone,
      postal: record.postal?.code,
    }),
    is_eu: isEuCountry(country),
  }
}
