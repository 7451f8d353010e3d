import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  offsetMs,
  offsetsIn,
  startOfDay,
  timeText,
  weekdayOf,
} from './zone.rules.ts'

const at = (iso: string) => Date.parse(iso)

describe('the offsets of a period', () => {
  const hours = (zone: string, from: string, to: string) =>
    offsetsIn(zone, at(from), at(to)).map(({ sinceMs, aheadMs }) => [
      new Date(sinceMs).toISOString().slice(0, 16),
      aheadMs / 3_600_000,
    ])

  it.each([
    ['UTC', [['1970-01-01T00:00', 0]]],
    ['Asia/Kathmandu', [['1970-01-01T00:00', 5.75]]],
    [
      'Australia/Lord_Howe',
      [
        ['1970-01-01T00:00', 11],
        ['2026-04-04T15:00', 10.5],
        ['2026-10-03T15:30', 11],
      ],
    ],
    [
      'Africa/Casablanca',
      [
        ['1970-01-01T00:00', 1],
        ['2026-02-15T02:00', 0],
        ['2026-03-22T02:00', 1],
      ],
    ],
  ])('of a year in %s', (zone, expected) => {
    const found = hours(zone, '2026-01-01T00:00Z', '2027-01-01T00:00Z')
    if (zone === 'Africa/Casablanca') expect(found.slice(0, 3)).toEqual(expected)
    else expect(found).toEqual(expected)
  })

  it('are whole quarters of an hour, and change at one, in every zone since 2020', () => {
    const [from, to] = [at('2020-01-01T00:00Z'), at('2040-01-01T00:00Z')]
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_, i) => i % 10 === 0)) {
      for (const { sinceMs, aheadMs } of offsetsIn(zone, from, to)) {
        expect([zone, sinceMs % 900_000, Math.abs(aheadMs % 900_000)]).toEqual([zone, 0, 0])
        if (sinceMs) expect([zone, offsetMs(sinceMs, zone)]).toEqual([zone, aheadMs])
        if (sinceMs) expect([zone, offsetMs(sinceMs - 1, zone)]).not.toEqual([zone, aheadMs])
      }
    }
  })
})

describe('the start of a day', () => {
  it.each([
    ['an ordinary day', '2026-11-20', 'UTC', '2026-11-20T00:00:00Z'],
    ['east of Greenwich', '2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00Z'],
    ['west of Greenwich', '2026-11-20', 'America/New_York', '2026-11-20T05:00:00Z'],
    ['clocks go forward in the night', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['the day after', '2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['clocks go back in the night', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    ['the day after that', '2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['midnight is skipped', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['midnight strikes twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['a leap day', '2028-02-29', 'Pacific/Auckland', '2028-02-28T11:00:00Z'],
  ])('%s', (_, text, zone, instant) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    expect(new Date(startOfDay({ year, month, day }, zone)).toISOString()).toBe(
      new Date(instant).toISOString(),
    )
  })

  it('is a moment that the zone shows as that day, while the one before is another day', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const day of [
        { year: 2026, month: 1, day: 1 },
        { year: 2026, month: 3, day: 29 },
        { year: 2026, month: 11, day: 1 },
      ]) {
        const start = startOfDay(day, zone)
        expect([zone, dayOf(start, zone)]).toEqual([zone, day])
        expect([zone, dayOf(start - 1, zone)]).toEqual([zone, addDays(day, -1)])
      }
    }
  })
})

describe('a day', () => {
  it.each([
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', { year: 2027, month: 1, day: 1 }],
    ['2026-11-20T02:00:00Z', 'America/Los_Angeles', { year: 2026, month: 11, day: 19 }],
    ['2026-11-20T12:00:00Z', 'Pacific/Kiritimati', { year: 2026, month: 11, day: 21 }],
  ])('at %s in %s', (instant, zone, day) => {
    expect(dayOf(at(instant), zone)).toEqual(day)
  })

  it('counts over the ends of months, years and February', () => {
    expect(addDays({ year: 2028, month: 2, day: 28 }, 1)).toEqual({ year: 2028, month: 2, day: 29 })
    expect(addDays({ year: 2026, month: 2, day: 28 }, 1)).toEqual({ year: 2026, month: 3, day: 1 })
    expect(addDays({ year: 2027, month: 1, day: 1 }, -1)).toEqual({
      year: 2026,
      month: 12,
      day: 31,
    })
  })

  it('knows Monday as 1 and Sunday as 7', () => {
    expect(weekdayOf({ year: 2026, month: 11, day: 16 })).toBe(1)
    expect(weekdayOf({ year: 2026, month: 11, day: 22 })).toBe(7)
  })
})

describe('the text of a time', () => {
  it.each([
    ['2026-11-20T00:00:00Z', 'UTC', '2026-11-20T00:00:00+00:00'],
    ['2026-11-20T00:00:00Z', 'America/St_Johns', '2026-11-19T20:30:00-03:30'],
    ['2026-10-25T00:00:00Z', 'Europe/Berlin', '2026-10-25T02:00:00+02:00'],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25T02:00:00+01:00'],
    ['2026-11-20T00:00:00Z', 'Asia/Kathmandu', '2026-11-20T05:45:00+05:45'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(timeText(at(instant), zone)).toBe(text)
    expect(Date.parse(text)).toBe(at(instant))
  })
})
