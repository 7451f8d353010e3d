import { describe, expect, it } from 'vitest'
import { intervalOf, resolvePeriod } from './period.rules.ts'

const DAY_MS = 86_400_000
const resolve = (period: string | undefined, now: string, timezone?: string) =>
  resolvePeriod({ period, timezone }, Date.parse(now))
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

describe('a period', () => {
  const friday = '2026-11-20T13:37:00Z'
  it.each([
    ['today', friday, 'UTC', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 1],
    ['yesterday', friday, 'UTC', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z', 1],
    ['week', friday, 'UTC', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', 7],
    ['week', '2026-11-22T23:59:59Z', 'UTC', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', 7],
    ['week', '2026-11-23T00:00:00Z', 'UTC', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z', 7],
    ['week', '2027-01-01T00:00:00Z', 'UTC', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z', 7],
    ['lastweek', friday, 'UTC', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z', 7],
    ['lastweek', '2027-01-04T00:00:00Z', 'UTC', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z', 7],
    ['month', friday, 'UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', 30],
    ['month', '2028-02-29T00:00:00Z', 'UTC', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z', 29],
    ['month', '2026-12-31T00:00:00Z', 'UTC', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', 31],
    ['lastmonth', friday, 'UTC', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 31],
    [
      'lastmonth',
      '2027-01-31T00:00:00Z',
      'UTC',
      '2026-12-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
      31,
    ],
    [
      'lastmonth',
      '2026-03-31T00:00:00Z',
      'UTC',
      '2026-02-01T00:00:00Z',
      '2026-03-01T00:00:00Z',
      28,
    ],
    ['year', friday, 'UTC', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 365],
    ['year', '2028-06-01T00:00:00Z', 'UTC', '2028-01-01T00:00:00Z', '2029-01-01T00:00:00Z', 366],
    // another calendar day than in UTC
    [
      'today',
      '2026-11-20T02:00:00Z',
      'America/New_York',
      '2026-11-19T05:00:00Z',
      '2026-11-20T05:00:00Z',
      1,
    ],
    // 23 and 25 hours
    [
      'today',
      '2026-03-29T12:00:00Z',
      'Europe/Berlin',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      1,
    ],
    [
      'today',
      '2026-10-25T12:00:00Z',
      'Europe/Berlin',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
      1,
    ],
    ['2026-02-03,2026-02-03', friday, 'UTC', '2026-02-03T00:00:00Z', '2026-02-04T00:00:00Z', 1],
    ['2026-02-03,2026-02-05', friday, 'UTC', '2026-02-03T00:00:00Z', '2026-02-06T00:00:00Z', 3],
    ['2028-02-29,2028-02-29', friday, 'UTC', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z', 1],
    [
      '2026-11-20,2026-11-20',
      friday,
      'Asia/Kolkata',
      '2026-11-19T18:30:00Z',
      '2026-11-20T18:30:00Z',
      1,
    ],
    // ends at a local time, excluded
    [
      '2026-11-19,2026-11-19T13:37:05',
      friday,
      'UTC',
      '2026-11-19T00:00:00Z',
      '2026-11-19T13:37:05Z',
      1,
    ],
    [
      '2026-10-24,2026-10-25T12:00:00',
      friday,
      'Europe/Berlin',
      '2026-10-23T22:00:00Z',
      '2026-10-25T11:00:00Z',
      2,
    ],
    // begins at a local time, included
    [
      '2026-11-18T13:37:05,2026-11-19T13:37:05',
      friday,
      'UTC',
      '2026-11-18T13:37:05Z',
      '2026-11-19T13:37:05Z',
      2,
    ],
    [
      '2026-10-25T12:00:00,2026-10-25',
      friday,
      'Europe/Berlin',
      '2026-10-25T11:00:00Z',
      '2026-10-25T23:00:00Z',
      1,
    ],
    // no click lies outside of these
    [
      '1000-01-01,9999-12-31',
      friday,
      'UTC',
      '2000-01-01T00:00:00Z',
      '2200-01-01T00:00:00Z',
      3_287_182,
    ],
  ])('%s at %s in %s', (period, now, zone, from, to, days) => {
    const resolved = resolve(period, now, zone)
    expect([iso(resolved.fromMs), iso(resolved.toMs)]).toEqual([from, to])
    expect(resolved).toMatchObject({ days })
  })

  it('defaults to the last 30 days up to and including now', () => {
    const now = Date.parse(friday)
    expect(resolve(undefined, friday)).toEqual({
      fromMs: now - 30 * DAY_MS,
      toMs: now + 1,
      days: 30,
      zone: 'UTC',
      nowMs: now,
    })
  })

  it('of all time has no end', () => {
    expect(resolve('all', friday)).toMatchObject({ days: Infinity })
  })

  it.each([
    '',
    'foo',
    'Today',
    'constructor',
    '2026-01-01',
    '2026-01-01,',
    ',2026-01-01',
    '2026-13-01,2026-12-01',
    '2026-02-30,2026-03-01',
    '2027-02-29,2027-03-01',
    '2026-01-02,2026-01-01',
    '2026-1-1,2026-1-2',
    '2026-01-01,2026-01-02,2026-01-03',
    ' 2026-01-01,2026-01-02',
    '2026-01-01,2026-01-02\n',
    '2026-01-01,2026-01-02T24:00:00',
    '2026-01-01,2026-01-02T13:60:00',
    '2026-01-01,2026-01-02T13:37',
    '2026-01-01,2026-01-02T13:37:00Z',
    '2026-01-01T13:37,2026-01-02',
    '2026-01-01T24:00:00,2026-01-02',
    '2026-01-01T13:37:00,2026-01-01T13:36:59',
    '2026-01-02,2026-01-01T13:37:00',
    '0000-01-01,0001-01-01',
    "2026-01-01','2026-01-02",
    '2026-00-10,2026-01-01',
  ])('%j is refused by name', (period) => {
    expect(() => resolve(period, friday)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'invalid_period',
        errors: [expect.objectContaining({ field: 'period' })],
      }),
    )
  })

  it('in an unknown zone is rejected with the field timezone', () => {
    expect(() => resolve('today', friday, 'Nowhere/At_All')).toThrow(
      expect.objectContaining({
        code: 'invalid_period',
        errors: [expect.objectContaining({ field: 'timezone' })],
      }),
    )
  })
})

describe('the interval', () => {
  it.each([
    ['today', 'hour'],
    ['2026-10-25,2026-10-25', 'hour'],
    ['2026-10-25,2026-10-26', 'day'],
    ['week', 'day'],
    ['month', 'day'],
    [undefined, 'day'],
    ['2026-01-01,2026-04-02', 'day'], // 92 days
    ['2026-01-01,2026-04-03', 'month'],
    ['year', 'month'],
    ['all', 'month'],
  ])('of %s is one %s', (period, interval) => {
    const resolved = resolve(period, '2026-11-20T13:00:00Z', 'Europe/Berlin')
    expect(intervalOf(resolved, undefined)).toBe(interval)
  })

  it('is the requested one', () => {
    for (const interval of ['hour', 'day', 'week', 'month']) {
      expect(intervalOf(resolve('all', '2026-11-20T13:00:00Z'), interval)).toBe(interval)
    }
  })

  it.each(['', 'minute', 'Hour', 'year'])('%j is refused by name', (interval) => {
    expect(() => intervalOf(resolve('all', '2026-11-20T13:00:00Z'), interval)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        errors: [expect.objectContaining({ field: 'interval' })],
      }),
    )
  })
})
