import { expect, it } from 'vitest'
import { changeOf, isWhole, known, measureOf, totalOf } from './measure.rules.ts'

it('the chart shows clicks unless the URL names visitors', () => {
  expect([undefined, '', 'views', 'visitors'].map(measureOf)).toEqual([
    'clicks',
    'clicks',
    'clicks',
    'visitors',
  ])
})

it.each([
  [{ clicks: 3, visitors: 2 }, 2],
  [{ clicks: 0, visitors: 0 }, 0],
  [{ clicks: 3, visitors: 0 }, null],
  [{ clicks: 3, visitors: null }, null],
])('of %j, %j visitors are known', (count, visitors) => {
  expect(known(count)).toEqual({ ...count, visitors })
})

it('a total has the visitors that are known, and none if no step has any', () => {
  expect(totalOf({ clicks: [1, 2], visitors: [null, 2] })).toEqual({ clicks: 3, visitors: 2 })
  expect(totalOf({ clicks: [1, 2], visitors: [null, 0] })).toEqual({ clicks: 3, visitors: null })
  expect(totalOf({ clicks: [0, 0], visitors: [0, 0] })).toEqual({ clicks: 0, visitors: 0 })
})

it('a period that begins before visitors were counted is not whole', () => {
  expect(isWhole({ clicks: [0, 2, 2], visitors: [0, null, 2] })).toBe(false)
  expect(isWhole({ clicks: [0, 2, 2], visitors: [0, 2, null] })).toBe(true)
  expect(isWhole({ clicks: [0, 0], visitors: [0, 0] })).toBe(true)
})

it('a change is relative to the previous value, and unknown if that was zero', () => {
  expect(changeOf(30, 20)).toBe(0.5)
  expect(changeOf(10, 20)).toBe(-0.5)
  expect(changeOf(10, 0)).toBeUndefined()
})
