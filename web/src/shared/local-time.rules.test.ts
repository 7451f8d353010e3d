import { describe, expect, it } from 'vitest'
import { fieldTime, instantOf, localTime } from './local-time.rules.ts'

describe('a local time', () => {
  it.each([
    ['Europe/Prague', '2026-11-20T13:37', '2026-11-20T12:37:00.000Z'],
    ['Europe/Prague', '2026-07-20T00:10', '2026-07-19T22:10:00.000Z'],
    ['America/New_York', '2026-11-20T23:30', '2026-11-21T04:30:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
    ['UTC', '2026-02-28T24:00', '2026-03-01T00:00:00.000Z'],
  ])('in %s, %s, is the instant %s', (zone, local, instant) => {
    expect(instantOf(zone, local)).toBe(instant)
  })

  it.each([
    ['Europe/Prague', '2026-03-29T02:30', '2026-03-29T03:30'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
  ])('in %s, %s, which a clock change skips, becomes %s', (zone, local, moved) => {
    expect(fieldTime(zone, instantOf(zone, local))).toBe(moved)
  })

  it.each([
    ['Europe/Prague', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('in %s, %s, which a clock change repeats, is the first one', (zone, local, instant) => {
    expect(instantOf(zone, local)).toBe(instant)
    expect(fieldTime(zone, instant)).toBe(local)
  })

  it('that is none is left to the API', () => {
    expect(instantOf('UTC', '')).toBe('')
    expect(instantOf('UTC', '20266-01-01T00:00')).toBe('20266-01-01T00:00')
  })
})

it('the time of an instant is that of the time zone', () => {
  const now = new Date('2026-03-01T23:30:05Z')
  expect(localTime('UTC', now)).toBe('2026-03-01T23:30:05')
  expect(localTime('Asia/Kolkata', now)).toBe('2026-03-02T05:00:05')
  expect(localTime('America/Los_Angeles', new Date('2026-03-01T08:00:00Z'))).toBe(
    '2026-03-01T00:00:00',
  )
})
