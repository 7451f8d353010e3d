import { expect, it } from 'vitest'
import { checkNewView, checkView } from './view.rules.ts'

const view = { name: 'Germany', page: 'analytics', query: 'period=week&country=DE' }

it('is stored with a trimmed name, and with its query as it is', () => {
  expect(checkNewView({ ...view, name: ' Germany ' })).toEqual(view)
  expect(checkView({ query: 'a=%C3%A4+b&a=?' })).toEqual({ query: 'a=%C3%A4+b&a=?' })
})

it.each(['', 'a', 'a=b&a=c', 'search=ä', `search=${'x'.repeat(1_993)}`])(
  'accepts the query %j',
  (query) => expect(checkView({ query })).toEqual({ query }),
)

it.each([
  ['?a=b', 'invalid_query'],
  ['a=b#top', 'invalid_query'],
  ['a=%', 'invalid_query'],
  ['a=%zz', 'invalid_query'],
  ['a=%ff', 'invalid_query'],
  ['a=\u0000', 'invalid_query'],
  ['a=\n', 'invalid_query'],
  ['a=\u0085', 'invalid_query'],
  ['x'.repeat(2_001), 'too_long'],
])('rejects the query %j', (query, code) =>
  expect(checkView({ query })).toMatchObject([{ field: 'query', code }]),
)

it('is rejected with all errors', () => {
  expect(checkNewView({ name: 'x'.repeat(51), page: 'domains', query: '#' })).toMatchObject([
    { field: 'name', code: 'too_long' },
    { field: 'page', code: 'not_allowed' },
    { field: 'query', code: 'invalid_query' },
  ])
})
