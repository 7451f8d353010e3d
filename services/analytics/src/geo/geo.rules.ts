import type { CityRecord } from '@fingerpost/kit/geo/city'
import type { AddressLocation, Country, Subdivision } from '@fingerpost/protos/analytics/v1/geo'
import { isEuCountry } from './eu.rules.ts'

/** A record as it is told: parts that it lacks are left out, the traits are always complete. */
export function describeLocation(
  record: CityRecord,
  address: string,
  network: string,
): AddressLocation {
  const { continent, country, registered_country, city, location, postal, traits } = record
  const is = (trait: string) => traits?.[trait] === true
  return {
    continent: continent && { code: continent.code, ...named(continent) },
    country: country && countryOf(country),
    registeredCountry: registered_country && countryOf(registered_country),
    city: city && named(city),
    location: location && {
      accuracyRadius: location.accuracy_radius,
      latitude: location.latitude,
      longitude: location.longitude,
      timeZone: location.time_zone,
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

const named = ({ geoname_id, names }: NonNullable<CityRecord['city']>) => ({
  geonameId: geoname_id,
  names,
})

const countryOf = (country: NonNullable<CityRecord['country']>): Country => ({
  ...named(country),
  isoCode: country.iso_code,
  isInEuropeanUnion: isEuCountry(country.iso_code),
})
