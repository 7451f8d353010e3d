import { describe, expect, it } from 'vitest'
import { before, intervalOf, rangeOf, today, toPeriod, yearEarlier } from './period.rules.ts'

const NOW = '2026-03-02'

describe('rangeOf', () => {
  it.each([
    ['today', '2026-03-02,2026-03-02'],
    ['yesterday', '2026-03-01,2026-03-01'],
    ['7d', '2026-02-24,2026-03-02'],
    ['30d', '2026-02-01,2026-03-02'],
    ['month', '2026-03-01,2026-03-02'],
    ['lastmonth', '2026-02-01,2026-02-28'],
    ['quarter', '2026-01-01,2026-03-02'],
    ['year', '2026-01-01,2026-03-02'],
    ['12m', '2025-03-03,2026-03-02'],
    ['all', 'all'],
    ['2025-12-24,2025-12-31', '2025-12-24,2025-12-31'],
  ])('%s is %s', (period, expected) => {
    expect(toPeriod(rangeOf(period, NOW))).toBe(expected)
  })

  it.each([
    'nonsense',
    '2026-02-31,2026-03-01',
    '2026-03-02,2026-03-01',
    '0001-01-01,0001-01-02',
    '2026-01-01,9999-12-31',
    '0d',
    '12345d',
    ',',
  ])('treats %j as the last 30 days, which the page shows', (period) => {
    expect(toPeriod(rangeOf(period, NOW))).toBe('2026-02-01,2026-03-02')
  })
})

it.each([
  ['quarter', '2026-12-31', '2026-10-01,2026-12-31'],
  ['quarter', '2026-04-01', '2026-04-01,2026-04-01'],
  ['12m', '2028-02-29', '2027-03-01,2028-02-29'],
  ['12m', '2026-12-31', '2026-01-01,2026-12-31'],
])('%s on %s is %s', (period, now, expected) => {
  expect(toPeriod(rangeOf(period, now))).toBe(expected)
})

it('today is the current day in the time zone', () => {
  const now = new Date('2026-03-01T23:30:00Z')
  expect(today('UTC', now)).toBe('2026-03-01')
  expect(today('Asia/Kolkata', now)).toBe('2026-03-02')
  expect(today('America/Los_Angeles', now)).toBe('2026-03-01')
})

it('the previous period has the same length and ends the day before', () => {
  expect(before({ from: '2026-02-01', to: '2026-03-02' }, '2026-03-03T00:00:00')).toEqual({
    from: '2026-01-02',
    to: '2026-01-31',
  })
  expect(before({ from: NOW, to: NOW }, '2026-03-03T00:00:00')).toEqual({
    from: '2026-03-01',
    to: '2026-03-01',
  })
})

it('the last 24 hours begin with a whole hour, and are compared with those before', () => {
  const range = rangeOf('24h', NOW, '13')
  expect(toPeriod(range)).toBe('2026-03-01T13:00:00,2026-03-02')
  expect(intervalOf(range)).toBe('hour')
  const earlier = before(range as never, `${NOW}T13:37:05`)
  expect(toPeriod(earlier)).toBe('2026-02-28T13:00:00,2026-03-01T13:37:05')
})

it.each([
  ['7d', '2025-02-24,2025-03-02T13:37:05'],
  ['2028-02-28,2028-02-29', '2027-02-28,2027-02-28'],
  ['lastmonth', '2025-02-01,2025-02-28'],
  ['24h', '2025-03-01T13:00:00,2025-03-02T13:37:05'],
])('%s of the previous year is %s', (period, expected) => {
  const range = rangeOf(period, NOW, '13')
  expect(toPeriod(yearEarlier(range as never, `${NOW}T13:37:05`))).toBe(expected)
})

describe('the period before a running one', () => {
  const at = `${NOW}T13:37:05`
  it.each([
    ['today', '2026-03-01,2026-03-01T13:37:05'],
    ['7d', '2026-02-17,2026-02-23T13:37:05'],
    ['2026-03-01,2026-03-04', '2026-02-25,2026-02-26T13:37:05'],
  ])('%s ends at the same time: %s', (period, expected) => {
    expect(toPeriod(before(rangeOf(period, NOW) as never, at))).toBe(expected)
  })

  it('is whole if the period has ended or has not begun', () => {
    expect(toPeriod(before({ from: '2026-03-01', to: '2026-03-01' }, at))).toBe(
      '2026-02-28,2026-02-28',
    )
    expect(toPeriod(before({ from: '2026-03-03', to: '2026-03-03' }, at))).toBe(
      '2026-03-02,2026-03-02',
    )
  })
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
