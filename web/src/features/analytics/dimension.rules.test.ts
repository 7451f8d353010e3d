import { expect, it } from 'vitest'
import { filtersIn, joined } from '../../shared/filter-values.rules.ts'
import { FILTERS, PANELS, toFilterQuery } from './dimension.rules.ts'

it('keeps filters that the API accepts', () => {
  const filters = { country: 'CZ', city: 'Prague', folder_id: '0', include_bots: 'true' }
  expect(toFilterQuery(filters)).toEqual({
    country: 'CZ',
    city: 'Prague',
    folder_id: '0',
    include_bots: true,
  })
})

it('keeps several values, excluded values and parts of texts', () => {
  const params = new URLSearchParams(
    'country=CZ&country=DE&country=CZ&country=nowhere&city=Washington,+D.C.&folder_id_not=0' +
      '&city_contains=ber&country_contains=C&tag_id=1&tag_id=2&link_id_not=x',
  )
  const filters = filtersIn(params)
  expect(toFilterQuery(filters)).toEqual({
    country: ['CZ', 'DE'],
    city: 'Washington, D.C.',
    folder_id_not: '0',
    city_contains: 'ber',
    tag_id: ['1', '2'],
  })
  expect(
    toFilterQuery({ os: joined(Array.from({ length: 60 }, (_, nth) => `${nth}`)) }).os,
  ).toHaveLength(50)
})

it('omits invalid values in the URL, and parameters that are not filters', () => {
  const filters = {
    country: 'Czechia',
    link_id: '1e3',
    tag_id: '0',
    city: 'x'.repeat(513),
    live: 'yes',
    include_bots: 'maybe',
  }
  expect(toFilterQuery(filters)).toEqual({})
})

it('every bar that sets a filter sets one that the page shows', () => {
  const filters = PANELS.flatMap(({ dimensions }) => dimensions.map((it) => it.filter))
  expect(filters.filter((name) => !FILTERS.includes(name))).toEqual([])
})
