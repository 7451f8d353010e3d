import { expect, it } from 'vitest'
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
  const filters = PANELS.flatMap(({ dimensions }) => dimensions.flatMap((it) => it.filter ?? []))
  expect(filters.filter((name) => !(name in FILTERS))).toEqual([])
})
