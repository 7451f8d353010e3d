import { expect, it } from 'vitest'
import { viewQuery } from './view.rules.ts'

it('the same filters are the same view in any order', () => {
  expect(viewQuery('?sort=clicks&folder=3')).toBe('folder=3&sort=clicks')
  expect(viewQuery('folder=3&sort=clicks')).toBe('folder=3&sort=clicks')
})

it('a repeated filter keeps all its values in their order', () => {
  expect(viewQuery('city=Prague&city=Brno&city=a%26b')).toBe('city=Prague&city=Brno&city=a%26b')
})

it('the number of the page, live clicks and empty filters are no part of a view', () => {
  expect(viewQuery('page=2&live=yes&search=&period=7d')).toBe('period=7d')
  expect(viewQuery('')).toBe('')
})
