import { describe, expect, it } from 'vitest'
import { canonicalZone } from './zone.ts'

describe('a time zone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['SystemV/EST5', 'SystemV/EST5'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ])('%s is known', (name, canonical) => {
    expect(canonicalZone(name)).toBe(canonical)
  })

  it.each(['', '+01:00', '-0500', 'Mars/Base', 'Europe/Berlin ', "UTC'; DROP TABLE x", '../etc'])(
    '%j is none',
    (name) => {
      expect(canonicalZone(name)).toBeUndefined()
    },
  )
})

// The library caches its results by name.
it('a zone has one name, however it is spelled', () => {
  const spellings = Array.from({ length: 500 }, (_, i) =>
    [...'america/bahia_banderas']
      .map((it, n) => ((i >> (n % 9)) & 1 ? it.toUpperCase() : it))
      .join(''),
  )

  expect(new Set(spellings.map(canonicalZone))).toEqual(new Set(['America/Bahia_Banderas']))
})
