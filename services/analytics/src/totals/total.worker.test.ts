import { expect, it } from 'vitest'
import { pauseAfter } from './total.worker.ts'

it('the pause is ten times as long as sending totals took, from 300 ms to one second', () => {
  expect([0, 5, 30, 60, 100, 3_000].map(pauseAfter)).toEqual([300, 300, 300, 600, 1_000, 1_000])
})
