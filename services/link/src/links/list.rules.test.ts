import { expect, it } from 'vitest'
import { isWalked, windowOf } from './list.rules.ts'

it('a page is read from the nearer end, and both ends meet', () => {
  expect(windowOf(100, 0, 25)).toEqual({ offset: 0, limit: 25, backwards: false })
  expect(windowOf(100, 25, 25)).toEqual({ offset: 25, limit: 25, backwards: false })
  expect(windowOf(100, 50, 25)).toEqual({ offset: 25, limit: 25, backwards: true })
  expect(windowOf(100, 75, 25)).toEqual({ offset: 0, limit: 25, backwards: true })
  expect(windowOf(90, 75, 25)).toEqual({ offset: 0, limit: 15, backwards: true })
  expect(windowOf(90, 90, 25)).toBeUndefined()
  expect(windowOf(0, 0, 25)).toBeUndefined()
})

it('few matches are gathered, many are found by walking', () => {
  const page = { offset: 0, limit: 25, backwards: false }
  expect(isWalked({ total: 1_000, all: 1_000_000 }, page)).toBe(false)
  expect(isWalked({ total: 10_000, all: 1_000_000 }, page)).toBe(true)
  expect(isWalked({ total: 10_000, all: 1_000_000 }, { ...page, offset: 1_000 })).toBe(false)
})
