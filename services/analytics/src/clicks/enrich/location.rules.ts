import type { Place } from '@fingerpost/protos/click/v1/click'
import { isEuCountry } from '../../geo/eu.rules.ts'

/** The columns for the location of a visitor: English names, empty if unknown. */
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

/** The columns of a place; empty values for undefined. */
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
