import { expect, it } from 'vitest'
import { backoffMs, deathsInARow } from './backoff.ts'

it('waits 200 ms at first, twice as long after every further exit, and at most 10 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map(backoffMs)).toEqual([
    200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000,
  ])
})

it('starts over after the process ran for 30 s', () => {
  expect(deathsInARow(4, 29_999)).toBe(5)
  expect(deathsInARow(4, 30_000)).toBe(1)
})
