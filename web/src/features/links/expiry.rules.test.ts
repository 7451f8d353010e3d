import { expect, it } from 'vitest'
import { isPast, presetsOf } from './expiry.rules.ts'

it.each([
  ['2026-11-20T13:37', ['2026-11-27T13:37', '2026-12-20T13:37', '2026-11-30T23:59']],
  ['2028-02-29T00:00', ['2028-03-07T00:00', '2028-03-30T00:00', '2028-02-29T23:59']],
  ['2026-12-31T23:59', ['2027-01-07T23:59', '2027-01-30T23:59', '2026-12-31T23:59']],
])(
  'at %s, the presets of expiry are in 7 and 30 days and at the end of the month',
  (now, values) => {
    expect(presetsOf(now).map(({ value }) => value)).toEqual(values)
  },
)

it('a time is past from its minute on, and no time is not', () => {
  expect(isPast('2026-11-20T13:37', '2026-11-20T13:37')).toBe(true)
  expect(isPast('2026-11-20T13:38', '2026-11-20T13:37')).toBe(false)
  expect(isPast('', '2026-11-20T13:37')).toBe(false)
})
