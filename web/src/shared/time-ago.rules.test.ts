import { expect, it } from 'vitest'
import { distance, timeFrom } from './time-ago.rules.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

it.each([
  ['a period of seven days', 7 * DAY - 2, 'in 7 days'],
  ['a period of a day', DAY - 2, 'in 24 h'],
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

it.each([
  ['2026-11-27T12:00:00', 'in 7 days'],
  ['2026-12-31T23:59:00', 'Dec 31'],
  ['2026-11-12T12:00:00', 'Nov 12'],
  ['2027-01-02T12:00:00', 'Jan 2, 2027'],
])('shows the date of a time more than seven days away: %s', (time, words) => {
  expect(timeFrom(new Date('2026-11-20T12:00:00'), new Date(time))).toBe(words)
})
