import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { createLog } from '@fingerpost/kit/process/log'
import { describe, expect, it } from 'vitest'
import { Link } from '../links/link.rules.ts'
import { compactRecord } from '../links/record.rules.ts'
import { slugRecord } from '../testing/records.ts'
import { chooseDestination } from './resolve.rules.ts'
import { openTraits } from './traits.adapter.ts'
import { Visitor } from './visitor.rules.ts'

const VISITORS = 20_000
const SPLIT = [
  { id: 1, percent: 50 },
  { id: 2, percent: 30 },
  { id: 3, percent: 7.5 },
].map((it) => ({ ...it, url: `https://${it.id}.example/` }))
const SHARES: Record<string, number> = { 'ab:1': 0.5, 'ab:2': 0.3, 'ab:3': 0.075, main: 0.125 }
/** Chi-square of 3 degrees of freedom, exceeded by chance once in 10,000 times. */
const CRITICAL = 21.1

const log = createLog('redirect', 'silent')
const open = (GEO_DATA: 'city' | 'country') =>
  openGeoIp({ GEOIP_CITY_DB: '', GEOIP_COUNTRY_DB: '', GEO_DATA }, GEO_DATA, log)
const traits = openTraits('one', open('country'), () => open('city'))
const others = openTraits('other', open('country'), () => open('country'))

const choose = (
  linkId: number,
  ip: string,
  by = traits,
  userAgent = 'Mozilla/5.0 Firefox/133.0',
) => {
  const link = new Link(compactRecord(slugRecord({ link_id: linkId, ab: SPLIT })))
  const headers = { 'user-agent': userAgent }
  const facts = { nowMs: 0, counts: true, query: '', headers, ip, linkId }
  return chooseDestination(link, new Visitor(facts, by)).variant
}

const addressOf = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`

function chiSquare(chosen: readonly string[]): number {
  const counted = Map.groupBy(chosen, (variant) => variant)
  return Object.entries(SHARES).reduce((sum, [variant, share]) => {
    const expected = chosen.length * share
    return sum + ((counted.get(variant)?.length ?? 0) - expected) ** 2 / expected
  }, 0)
}

describe('an A/B split', () => {
  it.each([1, 2, 999_999_937])(
    'of link %i assigns variants to 20,000 visitors according to the configured shares',
    (linkId) => {
      const chosen = Array.from({ length: VISITORS }, (_, i) => choose(linkId, addressOf(i)))
      expect(new Set(chosen)).toEqual(new Set(Object.keys(SHARES)))
      expect(chiSquare(chosen)).toBeLessThan(CRITICAL)
    },
  )

  it('is equally fair to visitors with one address and different user agents', () => {
    const chosen = Array.from({ length: VISITORS }, (_, i) =>
      choose(7, '10.0.0.1', traits, `Mozilla/5.0 Firefox/${i}`),
    )
    expect(chiSquare(chosen)).toBeLessThan(CRITICAL)
  })

  it('assigns a visitor of a link the same variant in every process', () => {
    for (let i = 0; i < 200; i++) {
      const first = choose(7, addressOf(i))
      for (let again = 0; again < 3; again++) expect(choose(7, addressOf(i))).toBe(first)
    }
  })

  it('is independent between links and between instances', () => {
    const same = (other: (i: number) => string) =>
      Array.from({ length: 2_000 }, (_, i) => choose(7, addressOf(i)) === other(i)).filter(Boolean)
        .length / 2_000
    const byChance = Object.values(SHARES).reduce((sum, share) => sum + share ** 2, 0)
    expect(same((i) => choose(8, addressOf(i)))).toBeCloseTo(byChance, 1)
    expect(same((i) => choose(7, addressOf(i), others))).toBeCloseTo(byChance, 1)
  })
})

it('an address has the same location in rules and in clicks', () => {
  expect(traits.countryOf('83.208.93.244')).toBe('CZ')
  expect(traits.placesOf('83.208.93.244')).toMatchObject({
    regions: expect.arrayContaining(['CZ-10']),
    cities: expect.arrayContaining(['Prague']),
  })
  expect(traits.placeOf('83.208.93.244')).toMatchObject({ country: 'CZ' })
  expect(traits.countryOf('10.0.0.1')).toBe('')
  expect(traits.placesOf('10.0.0.1')).toEqual({ regions: [], cities: [] })
  expect(traits.placeOf('')).toBeUndefined()
})

it('without the City database, only the country of an address is known', () => {
  expect(others.countryOf('83.208.93.244')).toBe('CZ')
  expect(others.placesOf('83.208.93.244')).toEqual({ regions: [], cities: [] })
  expect(others.placeOf('83.208.93.244')).toMatchObject({ country: 'CZ', city: '' })
})
