import { expect, it } from 'vitest'
import { describe, nameOf, placeOf } from './time-name.rules.ts'

const DAY = '2026-03-02'
const say = (...range: Parameters<typeof describe>) => describe(...range).replace(/\s+/g, ' ')

it('formats a range concisely', () => {
  expect(say({ from: DAY, to: DAY })).toBe('Mar 2, 2026')
  expect(say({ from: '2026-02-01', to: DAY })).toBe('Feb 1 – Mar 2, 2026')
  expect(say({ from: DAY, to: DAY, until: '13:37:05' })).toBe('Mar 2, 2026, until 13:37')
  expect(say({ from: '2026-02-28', to: DAY, since: '13:00:00', until: '13:37:05' })).toBe(
    'Feb 28 – Mar 2, 2026, since 13:00, until 13:37',
  )
})

it.each([
  ['2026-03-01T00', 'hour', 'Sun, Mar 1, 00:00'],
  ['2026-03-01T07', 'hour', 'Sun, Mar 1, 07:00'],
  ['2026-03-01', 'day', 'Sun, Mar 1, 2026'],
  ['2026-03-02', 'week', 'Week of Mar 2, 2026'],
  ['2026-03', 'month', 'March 2026'],
] as const)('%s is formatted by %s as %s', (step, interval, name) => {
  expect(nameOf(step, interval)).toBe(name)
  expect(nameOf(step, interval, step)).toBe(`${name}, so far`)
})

it.each([
  ['Asia/Tokyo', 'Tokyo'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
  ['Europe/Prague', undefined],
  ['Europe/Bratislava', 'Bratislava'],
])('beside a period in a browser in Europe/Prague, %s is %s', (zone, place) => {
  expect(placeOf(zone, 'Europe/Prague')).toBe(place)
})

it.each([
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['UTC', 'Etc/UTC'],
])('%s is the time zone of a browser that calls it %s', (zone, own) => {
  expect(placeOf(zone, own)).toBeUndefined()
})
