import { expect, it } from 'vitest'
import { lastDays, sayCounts, toPath } from './spark.rules.ts'

it('the last thirty days include today', () => {
  expect(lastDays(Date.parse('2026-11-20T23:59:59Z'))).toEqual({
    from: '2026-10-22',
    to: '2026-11-20',
  })
})

it('a line runs from left to right, with zero at the bottom', () => {
  expect(toPath([0, 0, 0], 10, 4)).toBe('M0 4L5 4L10 4')
  expect(toPath([0, 10, 5], 10, 4)).toBe('M0 4L5 0L10 2')
})

it('a single click is not drawn as a peak', () => {
  expect(toPath([0, 1], 10, 5)).toBe('M0 5L10 4')
})

it.each([
  [[0, 0, 0], 'No clicks in the last 3 days'],
  [[0, 1, 0], '1 click in the last 3 days, all yesterday'],
  [[4, 0, 0], '4 clicks in the last 3 days, all 2 days ago'],
  [[1, 3, 3], '7 clicks in the last 3 days, most (3) today'],
])('%j are described in words', (values, words) => {
  expect(sayCounts({ clicks: values, visitors: values.map(() => null) })).toBe(words)
})

it('visitors are named if they are known', () => {
  expect(sayCounts({ clicks: [1, 3, 3], visitors: [null, 2, 1] })).toBe(
    '7 clicks in the last 3 days, most (3) today; 3 visitors, counted per day',
  )
})
