import { expect, it } from 'vitest'
import { placeColumns } from './location.rules.ts'

const somewhere = { continent: 'Europe', country: 'GB', region: 'England', city: 'Gamlingay' }

it('a place has name columns and one object with all measurements', () => {
  const columns = placeColumns({
    ...somewhere,
    latitude: 52.1,
    longitude: -0.2,
    accuracy_radius: 100,
    time_zone: 'Europe/London',
    postal: 'SG19',
  })
  expect(columns).toMatchObject({ ...somewhere, is_eu: false })
  expect(JSON.parse(columns.geo)).toEqual({
    latitude: 52.1,
    longitude: -0.2,
    accuracy_radius: 100,
    time_zone: 'Europe/London',
    postal: 'SG19',
  })
})

it('an incomplete place leaves the other columns empty', () => {
  expect(placeColumns({ continent: '', country: 'DE', region: '', city: '' })).toEqual({
    continent: '',
    country: 'DE',
    region: '',
    city: '',
    geo: '{}',
    is_eu: true,
  })
})

it('an unknown place has empty columns', () => {
  expect(placeColumns(undefined)).toMatchObject({ country: '', geo: '{}', is_eu: false })
})

it('the EU has its 27 current members, regardless of the database', () => {
  const isEu = (country: string) => placeColumns({ ...somewhere, country }).is_eu
  expect(['DE', 'FR', 'HR', 'IE', 'GR'].map(isEu)).toEqual([true, true, true, true, true])
  expect(['GB', 'CH', 'NO', 'US', 'EL', ''].map(isEu)).toEqual(Array(6).fill(false))
})
