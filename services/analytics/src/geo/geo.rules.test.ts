import { expect, it } from 'vitest'
import { describeLocation } from './geo.rules.ts'

const named = { geoname_id: 1, names: { en: 'X', 'pt-BR': 'Y' } }

it('a complete record is converted completely, with our field names', () => {
  const described = describeLocation(
    {
      continent: { code: 'EU', ...named },
      country: { iso_code: 'DE', ...named },
      registered_country: { iso_code: 'GB', ...named },
      subdivisions: [{ iso_code: 'BE', ...named }],
      city: named,
      location: { accuracy_radius: 5, latitude: 52.5, longitude: 13.4, time_zone: 'Europe/Berlin' },
      postal: { code: '10115' },
      traits: { is_anycast: true },
    },
    '192.0.2.1',
    '192.0.2.0/24',
  )
  const name = { geoname_id: 1, names: { en: 'X', 'pt-BR': 'Y' } }
  expect(described).toMatchObject({
    continent: { code: 'EU', ...name },
    country: { iso_code: 'DE', is_in_european_union: true, ...name },
    registered_country: { iso_code: 'GB', is_in_european_union: false, ...name },
    subdivisions: [{ iso_code: 'BE', ...name }],
    city: name,
    location: { accuracy_radius: 5, latitude: 52.5, longitude: 13.4, time_zone: 'Europe/Berlin' },
    postal: { code: '10115' },
    traits: { is_anycast: true, ip_address: '192.0.2.1', network: '192.0.2.0/24' },
  })
})

it('missing parts of a record are left out, the traits are complete', () => {
  const described = describeLocation({}, '2001:db8::1', '2001:db8::/32')
  const { traits, subdivisions, ...parts } = described
  expect(Object.values(parts).every((part) => part === undefined)).toBe(true)
  expect(subdivisions).toEqual([])
  expect(traits).toEqual({
    is_anonymous: false,
    is_anonymous_proxy: false,
    is_anonymous_vpn: false,
    is_anycast: false,
    is_hosting_provider: false,
    is_legitimate_proxy: false,
    is_public_proxy: false,
    is_residential_proxy: false,
    is_satellite_provider: false,
    is_tor_exit_node: false,
    ip_address: '2001:db8::1',
    network: '2001:db8::/32',
  })
})
