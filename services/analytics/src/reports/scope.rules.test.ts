import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { expect, it } from 'vitest'
import { isSmall, shownPeriod } from './scope.rules.ts'

const size = { busiestDay: 20_000, busiestMonth: 560_000, total: 6_000_000 }
const even = (clicks: number) => ({ busiestDay: clicks, busiestMonth: clicks, total: clicks })
const scopeOf = (days: number, cutoffMs?: number) => ({
  ...wholeTeam(1),
  filter: { include_bots: false },
  period: { fromMs: 0, toMs: 86_400_000, days, zone: 'UTC', nowMs: 0 },
  cutoffMs,
})

it.each([
  ['a team of unknown size', undefined, 1, false],
  ['a month of many clicks', size, 30, false],
  ['a week of the same team', size, 7, true],
  ['a day that may be a busy one', { ...size, busiestDay: 500_000 }, 1, false],
  ['all time of few clicks', even(400_000), Infinity, true],
  ['all time of one click more', even(400_001), Infinity, false],
  ['all time without a click', even(0), Infinity, true],
])('%s is small or not', (_, teamSize, days, small) => {
  expect(isSmall({ ...scopeOf(days), teamSize })).toBe(small)
})

it.each([
  [undefined, 0],
  [5, 5],
  [90_000_000, 86_400_000],
])('clicks before the cutoff %s are not shown', (cutoffMs, fromMs) => {
  expect(shownPeriod(scopeOf(1, cutoffMs))).toMatchObject({ fromMs, toMs: 86_400_000 })
})
