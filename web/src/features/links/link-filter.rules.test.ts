import { expect, it } from 'vitest'
import { isFiltered, nextSort, sortOf, toListQuery } from './link-filter.rules.ts'

it('converts the filters in the URL to API parameters', () => {
  const filters = {
    search: 'a',
    domain: '3',
    folder: '0',
    tags: '5,6',
    status: 'expired',
    sort: 'slug',
  }
  expect(toListQuery(filters)).toEqual({
    search: 'a',
    domain_id: 3,
    folder_id: 0,
    tag_id: [5, 6],
    status: 'expired',
    sort: 'slug',
    order: 'asc',
  })
  expect(toListQuery({ status: 'locked' })).toMatchObject({ has_password: true })
})

it('omits invalid values in the URL', () => {
  const filters = { domain: 'x', folder: '-1', tags: 'a,5,', status: 'odd', sort: 'toString' }
  expect(toListQuery(filters)).toEqual({ tag_id: [5], sort: 'created_at', order: 'desc' })
})

it('a sort order alone is not a filter', () => {
  expect(isFiltered({ sort: 'slug' })).toBe(false)
  expect(isFiltered({ tags: '5' })).toBe(true)
  expect(sortOf({ sort: 'clicks' })).toBe('clicks')
})

it('a column cycles through its first sort order, the other one, and none', () => {
  expect(nextSort('clicks', { sort: 'slug' })).toBe('clicks')
  expect(nextSort('clicks', { sort: 'clicks' })).toBe('fewest-clicks')
  expect(nextSort('clicks', { sort: 'fewest-clicks' })).toBe('')
  expect(nextSort('slug', {})).toBe('slug')
})
