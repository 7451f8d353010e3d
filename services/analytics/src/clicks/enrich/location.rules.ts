import type { Place } from '@fingerpost/protos/click/v1/click'
import { isEuCountry } from '../../geo/eu.rules.ts'

/** Where a visitor was, as it stands in a row: English names, empty where nothing is known. */
export interface PlaceColumns {
  continent: string
  country: string
  region: string
  city: string
  geo: string
  is_eu: boolean
}

const NOWHERE: PlaceColumns = {
  continent: '',
  country: '',
  region: '',
  city: '',
  geo: '{}',
  is_eu: false,
}

/** Undefined in, nowhere out. */
export function placeColumns(place: Place | undefined): PlaceColumns {
  if (!place) return NOWHERE
  const { continent, country, region, city, latitude, longitude, postal } = place
  const geo = {
    latitude,
    longitude,
    accuracy_radius: place.accuracy_radius,
    time_zone: place.time_zone,
    postal,
  }
  return {
    continent,
    country,
    region,
    city,
    geo: JSON.stringify(geo),
    is_eu: isEuCountry(country),
  }
}
