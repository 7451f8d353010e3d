import { expect, it } from 'vitest'
import { isFiltered, nextSort, sortOf, toListQuery } from './link-filter.rules.ts'

it('filters say in the words of the API what stands in the address', () => {
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

it('what is mistyped in an address is left out, not sent', () => {
  const filters = { domain: 'x', folder: '-1', tags: 'a,5,', status: 'odd', sort: 'toString' }
  expect(toListQuery(filters)).toEqual({ tag_id: [5], sort: 'created_at', order: 'desc' })
})

it('an order alone filters nothing', () => {
  expect(isFiltered({ sort: 'slug' })).toBe(false)
  expect(isFiltered({ tags: '5' })).toBe(true)
  expect(sortOf({ sort: 'clicks' })).toBe('clicks')
})

it('a column is sorted by its first order, then by the other, then not at all', () => {
  expect(nextSort('clicks', { sort: 'slug' })).toBe('clicks')
  expect(nextSort('clicks', { sort: 'clicks' })).toBe('fewest-clicks')
  expect(nextSort('clicks', { sort: 'fewest-clicks' })).toBe('')
  expect(nextSort('slug', {})).toBe('slug')
})
