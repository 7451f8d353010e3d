import { describe, expect, it } from 'vitest'
import { before, intervalOf, rangeOf, describe as say, today, toPeriod } from './period.rules.ts'

const NOW = '2026-03-02'

describe('rangeOf', () => {
  it.each([
    ['today', '2026-03-02,2026-03-02'],
    ['yesterday', '2026-03-01,2026-03-01'],
    ['7d', '2026-02-24,2026-03-02'],
    ['30d', '2026-02-01,2026-03-02'],
    ['month', '2026-03-01,2026-03-02'],
    ['lastmonth', '2026-02-01,2026-02-28'],
    ['year', '2026-01-01,2026-03-02'],
    ['all', 'all'],
    ['2025-12-24,2025-12-31', '2025-12-24,2025-12-31'],
  ])('%s is %s', (period, expected) => {
    expect(toPeriod(rangeOf(period, NOW))).toBe(expected)
  })

  it.each(['nonsense', '2026-02-31,2026-03-01', '2026-03-02,2026-03-01', '0d', '12345d', ','])(
    'treats %j as the last 30 days, which the page shows',
    (period) => {
      expect(toPeriod(rangeOf(period, NOW))).toBe('2026-02-01,2026-03-02')
    },
  )
})

it('today is the current day in the time zone', () => {
  const now = new Date('2026-03-01T23:30:00Z')
  expect(today('UTC', now)).toBe('2026-03-01')
  expect(today('Asia/Kolkata', now)).toBe('2026-03-02')
  expect(today('America/Los_Angeles', now)).toBe('2026-03-01')
})

it('the previous period has the same length and ends the day before', () => {
  expect(before({ from: '2026-02-01', to: '2026-03-02' })).toEqual({
    from: '2026-01-02',
    to: '2026-01-31',
  })
  expect(before({ from: NOW, to: NOW })).toEqual({ from: '2026-03-01', to: '2026-03-01' })
})

it.each([
  ['today', 'hour'],
  ['7d', 'day'],
  ['90d', 'day'],
  ['2025-06-01,2026-03-01', 'week'],
  ['2020-01-01,2026-03-01', 'month'],
  ['all', 'month'],
])('%s is shown by %s', (period, interval) => {
  expect(intervalOf(rangeOf(period, NOW))).toBe(interval)
})

it('formats a range concisely', () => {
  expect(say({ from: NOW, to: NOW })).toBe('Mar 2, 2026')
  expect(say({ from: '2026-02-01', to: NOW }).replace(/\s+/g, ' ')).toBe('Feb 1 – Mar 2, 2026')
})
