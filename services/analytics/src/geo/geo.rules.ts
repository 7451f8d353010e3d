import type { AddressLocation, Country, Subdivision } from '@fingerpost/protos/analytics/v1/geo'
import { isEuCountry } from './eu.rules.ts'

interface Named {
  geoname_id: number
  names: object
}

/** A City record in MaxMind's own spelling. */
export interface CityRecord {
  continent?: Named & { code: string }
  country?: Named & { iso_code: string }
  registered_country?: Named & { iso_code: string }
  subdivisions?: readonly (Named & { iso_code: string })[]
  city?: Named
  location?: {
    accuracy_radius?: number
    latitude: number
    longitude: number
    time_zone?: string
  }
  postal?: { code: string }
  traits?: object
}

/** A record as it is told: parts that it lacks are left out, the traits are always complete. */
export function describeLocation(
  record: CityRecord,
  address: string,
  network: string,
): AddressLocation {
  const { continent, country, registered_country, city, location, postal, traits } = record
  const is = (trait: string) => (traits as Record<string, unknown> | undefined)?.[trait] === true
  return {
    continent: continent && { code: continent.code, ...named(continent) },
    country: country && countryOf(country),
    registeredCountry: registered_country && countryOf(registered_country),
    city: city && named(city),
    location: location && {
      accuracyRadius: location.accuracy_radius ?? 0,
      latitude: location.latitude,
      longitude: location.longitude,
      timeZone: location.time_zone ?? '',
    },
    postal: postal && { code: postal.code },
    subdivisions: (record.subdivisions ?? []).map(
      (it): Subdivision => ({ ...named(it), isoCode: it.iso_code }),
    ),
    traits: {
      isAnonymous: is('is_anonymous'),
      isAnonymousProxy: is('is_anonymous_proxy'),
      isAnonymousVpn: is('is_anonymous_vpn'),
      isAnycast: is('is_anycast'),
      isHostingProvider: is('is_hosting_provider'),
      isLegitimateProxy: is('is_legitimate_proxy'),
      isPublicProxy: is('is_public_proxy'),
      isResidentialProxy: is('is_residential_proxy'),
      isSatelliteProvider: is('is_satellite_provider'),
      isTorExitNode: is('is_tor_exit_node'),
      ipAddress: address,
      network,
    },
  }
}

const named = ({ geoname_id, names }: Named) => ({
  geonameId: geoname_id ?? 0,
  names: { ...names } as Record<string, string>,
})

const countryOf = (country: Named & { iso_code: string }): Country => ({
  ...named(country),
  isoCode: country.iso_code,
  isInEuropeanUnion: isEuCountry(country.iso_code),
})
