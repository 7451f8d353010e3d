import { expect, it } from 'vitest'
import { placeOf } from './location.rules.ts'

const names = (en: string) => ({ names: { en } })

it('a place has English names, the largest region, and a code for its country', () => {
  const place = placeOf({
    continent: names('Europe'),
    country: { iso_code: 'GB' },
    subdivisions: [names('England'), names('Cambridgeshire')],
    city: names('Gamlingay'),
    location: { latitude: 52.1, longitude: -0.2, accuracy_radius: 100, time_zone: 'Europe/London' },
    postal: { code: 'SG19' },
  })
  expect(place).toMatchObject({
    continent: 'Europe',
    country: 'GB',
    region: 'England',
    city: 'Gamlingay',
    is_eu: false,
  })
  expect(JSON.parse(place.geo)).toEqual({
    latitude: 52.1,
    longitude: -0.2,
    accuracy_radius: 100,
    time_zone: 'Europe/London',
    postal: 'SG19',
  })
})

it('a record that knows little leaves the rest empty', () => {
  expect(placeOf({ country: { iso_code: 'DE' }, city: { names: {} } })).toEqual({
    continent: '',
    country: 'DE',
    region: '',
    city: '',
    geo: '{}',
    is_eu: true,
  })
})

it('nothing known is nowhere', () => {
  expect(placeOf(undefined)).toMatchObject({ country: '', geo: '{}', is_eu: false })
})

it('the EU is its 27 members of today, whatever a database says', () => {
  const isEu = (country: string) => placeOf({ country: { iso_code: country } }).is_eu
  expect(['DE', 'FR', 'HR', 'IE', 'GR'].map(isEu)).toEqual([true, true, true, true, true])
  expect(['GB', 'CH', 'NO', 'US', 'EL', ''].map(isEu)).toEqual(Array(6).fill(false))
})
