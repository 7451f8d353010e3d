import { expect, it } from 'vitest'
import { FILTERS, PANELS, toFilterQuery } from './dimension.rules.ts'

it('takes over what the API would take', () => {
  const filters = { country: 'CZ', city: 'Prague', folder_id: '0', include_bots: 'true' }
  expect(toFilterQuery(filters)).toEqual({
    country: 'CZ',
    city: 'Prague',
    folder_id: '0',
    include_bots: true,
  })
})

it('leaves out what somebody mistyped in the address, and what is not a filter', () => {
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

it('every bar that is a filter is one that the page shows', () => {
  const filters = PANELS.flatMap(({ dimensions }) => dimensions.flatMap((it) => it.filter ?? []))
  expect(filters.filter((name) => !(name in FILTERS))).toEqual([])
})
