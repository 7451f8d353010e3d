import { describe, expect, it } from 'vitest'
import { checkFilter, sliceOf } from './filter.rules.ts'

const fieldsOf = (act: () => unknown): string[] => {
  try {
    act()
  } catch (error) {
    return (error as { errors: { field: string }[] }).errors.map((it) => it.field)
  }
  return []
}

describe('a filter', () => {
  it('may contain any valid values', () => {
    const filter = {
      link_id: 1,
      folder_id: 0,
      country: 'GB',
      city: "O'Fallon",
      search: '%_\\',
      referer: 'x'.repeat(512),
    }
    expect(fieldsOf(() => checkFilter({ ...filter, include_bots: false }))).toEqual([])
  })

  it('is rejected with all its errors', () => {
    const filter = {
      link_id: -1,
      tag_id: 1.5,
      country: 'us',
      search: 'x'.repeat(8_193),
      continent: 'x'.repeat(100_000),
      utm_source: 'x'.repeat(513),
    }
    expect(fieldsOf(() => checkFilter({ ...filter, include_bots: false }))).toEqual([
      'link_id',
      'tag_id',
      'country',
      'search',
      'continent',
      'utm_source',
    ])
  })
})

describe('a page', () => {
  it.each([
    [undefined, { offset: 0, limit: 25 }],
    [
      { page: 0, limit: 10 },
      { offset: 0, limit: 10 },
    ],
    [
      { page: 3, limit: 75 },
      { offset: 225, limit: 75 },
    ],
    [
      { page: 1e9, limit: 100 },
      { offset: 1e11, limit: 100 },
    ],
  ])('%j is %j', (page, slice) => {
    expect(sliceOf(page)).toEqual(slice)
  })

  it.each([
    [{ page: -1, limit: 10 }, ['page']],
    [{ page: 0, limit: 11 }, ['limit']],
    [{ page: 1.5, limit: 0 }, ['page', 'limit']],
  ])('%j is refused', (page, fields) => {
    expect(fieldsOf(() => sliceOf(page))).toEqual(fields)
  })
})
