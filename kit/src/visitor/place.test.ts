import { expect, it } from 'vitest'
import { placeOf } from './place.ts'

const names = (en: string) => ({ geoname_id: 1, names: { en } })

it('a place has English names, the largest region, and a code for its country', () => {
  const record = {
    continent: { code: 'EU', ...names('Europe') },
    country: { iso_code: 'GB', ...names('United Kingdom') },
    subdivisions: [
      { iso_code: 'ENG', ...names('England') },
      { iso_code: 'CAM', ...names('Cambridgeshire') },
    ],
    city: names('Gamlingay'),
    location: { latitude: 52.1, longitude: -0.2, accuracy_radius: 100, time_zone: 'Europe/London' },
    postal: { code: 'SG19' },
  }
  expect(placeOf(record)).toEqual({
    continent: 'Europe',
    country: 'GB',
    region: 'England',
    city: 'Gamlingay',
    latitude: 52.1,
    longitude: -0.2,
    accuracy_radius: 100,
    time_zone: 'Europe/London',
    postal: 'SG19',
  })
})

it('an incomplete record gives an incomplete place', () => {
  const place = placeOf({
    country: { iso_code: 'DE', ...names('Germany') },
    city: { geoname_id: 0, names: {} },
  })
  expect(JSON.parse(JSON.stringify(place))).toEqual({
    continent: '',
    country: 'DE',
    region: '',
    city: '',
  })
})

it('no record is no place', () => expect(placeOf(undefined)).toBeUndefined())
