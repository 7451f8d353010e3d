import type { CityRecord } from '@fingerpost/kit/geo/city'
import type { AddressLocation, Country, Subdivision } from '@fingerpost/protos/analytics/v1/geo'
import { isEuCountry } from './eu.rules.ts'

/** Converts a record to a response: missing parts are left out, traits are always complete. */
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
    registered_country: registered_country && countryOf(registered_country),
    city: city && named(city),
    location: location && {
      accuracy_radius: location.accuracy_radius,
      latitude: location.latitude,
      longitude: location.longitude,
      time_zone: location.time_zone,
    },
    postal: postal && { code: postal.code },
    subdivisions: (record.subdivisions ?? []).map(
      (it): Subdivision => ({ ...named(it), iso_code: it.iso_code }),
    ),
    traits: {
      is_anonymous: is('is_anonymous'),
      is_anonymous_proxy: is('is_anonymous_proxy'),
      is_anonymous_vpn: is('is_anonymous_vpn'),
      is_anycast: is('is_anycast'),
      is_hosting_provider: is('is_hosting_provider'),
      is_legitimate_proxy: is('is_legitimate_proxy'),
      is_public_proxy: is('is_public_proxy'),
      is_residential_proxy: is('is_residential_proxy'),
      is_satellite_provider: is('is_satellite_provider'),
      is_tor_exit_node: is('is_tor_exit_node'),
      ip_address: address,
      network,
    },
  }
}

const named = ({ geoname_id, names }: NonNullable<CityRecord['city']>) => ({
  geoname_id: geoname_id,
  names,
})

const countryOf = (country: NonNullable<CityRecord['country']>): Country => ({
  ...named(country),
  iso_code: country.iso_code,
  is_in_european_union: isEuCountry(country.iso_code),
})
