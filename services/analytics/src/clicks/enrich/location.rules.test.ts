import { expect, it } from 'vitest'
import { placeColumns } from './location.rules.ts'

const somewhere = { continent: 'Europe', country: 'GB', region: 'England', city: 'Gamlingay' }

it('a place is its names, and one object of all that is measured', () => {
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

it('a place that knows little leaves the rest empty', () => {
  expect(placeColumns({ continent: '', country: 'DE', region: '', city: '' })).toEqual({
    continent: '',
    country: 'DE',
    region: '',
    city: '',
    geo: '{}',
    is_eu: true,
  })
})

it('nothing known is nowhere', () => {
  expect(placeColumns(undefined)).toMatchObject({ country: '', geo: '{}', is_eu: false })
})

it('the EU is its 27 members of today, whatever a database says', () => {
  const isEu = (country: string) => placeColumns({ ...somewhere, country }).is_eu
  expect(['DE', 'FR', 'HR', 'IE', 'GR'].map(isEu)).toEqual([true, true, true, true, true])
  expect(['GB', 'CH', 'NO', 'US', 'EL', ''].map(isEu)).toEqual(Array(6).fill(false))
})
