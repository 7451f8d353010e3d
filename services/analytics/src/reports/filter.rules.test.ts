import { describe, expect, it } from 'vitest'
import { where } from '../testing/filter.ts'
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
      search: '%_\\',
      ...where({
        link_id: 1,
        folder_id: 0,
        country: 'GB',
        city: "O'Fallon",
        referer: 'x'.repeat(512),
      }),
    }
    expect(fieldsOf(() => checkFilter({ ...filter, include_bots: false }))).toEqual([])
  })

  it('is rejected with all its errors', () => {
    const filter = {
      search: 'x'.repeat(8_193),
      ...where({
        link_id: -1,
        tag_id: 1.5,
        country: 'us',
        continent: 'x'.repeat(100_000),
        utm_source: 'x'.repeat(513),
      }),
    }
    expect(fieldsOf(() => checkFilter({ ...filter, include_bots: false }))).toEqual([
      'link_id',
      'tag_id',
      'country',
      'continent',
      'utm_source',
      'search',
    ])
  })

  it.each<[string, string, string[], string[]]>([
    ['country', 'is', ['GB', 'DE'], []],
    ['country', 'is_not', ['GB'], []],
    ['city', 'contains', ['ber', "O'F"], []],
    ['link_id', 'is_not', ['1', '9007199254740991'], []],
    ['folder_id', 'is', ['0', '5'], []],
    ['country', 'is', ['GB', 'de'], ['country']],
    ['country', 'contains', ['G'], ['country_contains']],
    ['tag_id', 'contains', ['1'], ['tag_id_contains']],
    ['tag_id', 'is_not', ['1', '-1'], ['tag_id_not']],
    ['link_id', 'is', ['9007199254740992'], ['link_id']],
    ['link_id', 'is', [''], ['link_id']],
    ['city', 'is_not', [], ['city_not']],
    ['city', 'is', Array.from({ length: 51 }, () => 'x'), ['city']],
    ['city', 'contains', ['x'.repeat(513)], ['city_contains']],
    ['country_not', 'is', ['GB'], ['country_not']],
    ['org_id', 'is_not', ['1'], ['org_id_not']],
    ['1=1 OR city', 'is', ['1'], ['1=1 OR city']],
    ['city', 'like', ['1'], ['city_like']],
    ['city', 'toString', ['1'], ['city_toString']],
  ])('with the condition %s %s %j has errors in %j', (field, operator, values, errors) => {
    const conditions = { all: [{ field, operator, values }] }
    expect(fieldsOf(() => checkFilter({ conditions, include_bots: false }))).toEqual(errors)
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
