import { expect, it } from 'vitest'
import { pauseAfter } from './total.worker.ts'

it('the pause is ten times as long as sending totals took, from 300 to 600 ms', () => {
  expect([0, 5, 30, 45, 60, 3_000].map(pauseAfter)).toEqual([300, 300, 300, 450, 600, 600])
})
