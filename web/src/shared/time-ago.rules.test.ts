import { expect, it } from 'vitest'
import { distance } from './time-ago.rules.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

it.each([
  ['a period of seven days', 7 * DAY - 2, 'in 7 days'],
  ['a period of a day', DAY - 2, 'in 24 h'],
  ['a week and some hours', 7 * DAY + 5 * HOUR, 'next wk.'],
  ['seconds', 20, 'in a moment'],
])('rounds a future time: %s', (_, seconds, words) => {
  expect(distance(seconds)).toBe(words)
})

it.each([
  ['almost two days', 2 * DAY - 2, 'yesterday'],
  ['almost two hours', 2 * HOUR - 2, '1 h ago'],
  ['seconds', 20, 'just now'],
])('counts the whole units of a past time: %s', (_, seconds, words) => {
  expect(distance(-seconds)).toBe(words)
})
