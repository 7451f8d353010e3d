import { expect, it } from 'vitest'
import { hasOtherDestinations } from './status.rules.ts'

const PLAIN = { ios: null, android: null, ab: [], geo: [], rules: [] }
const url = 'https://e.com/'

it('finds another destination in every field that can hold one', () => {
  const others = [
    { ios: url },
    { android: url },
    { rules: [{ id: 1, url, name: '', when: [] }] },
    { ab: [{ id: 1, url, percent: 50 }] },
    { geo: [{ id: 1, url, country: 'CZ' }] },
  ]

  expect(hasOtherDestinations(PLAIN)).toBe(false)
  for (const other of others) expect(hasOtherDestinations({ ...PLAIN, ...other })).toBe(true)
})
