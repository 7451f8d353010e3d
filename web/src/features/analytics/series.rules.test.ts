import { describe, expect, it } from 'vitest'
import { fill, knownCount, openStep, spanOf, stepsOf, timeOf } from './series.rules.ts'

describe('stepsOf', () => {
  it('names every day, even across the end of a month', () => {
    const steps = stepsOf({ from: '2026-02-27', to: '2026-03-01' }, 'day')
    expect(steps).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })

  it('names hours by the clock', () => {
    const steps = stepsOf({ from: '2026-03-29', to: '2026-03-29' }, 'hour')
    expect(steps).toHaveLength(24)
    expect(steps[13]).toBe('2026-03-29T13')
  })

  it('begins and ends at the times of a range', () => {
    const range = { from: '2026-03-01', to: '2026-03-02', since: '13:00:00', until: '12:30:00' }
    const steps = stepsOf(range, 'hour')
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([24, '2026-03-01T13', '2026-03-02T12'])
    expect(stepsOf(range, 'day')).toEqual(['2026-03-01', '2026-03-02'])
  })

  it('names weeks by their Monday, which may precede the range', () => {
    const steps = stepsOf({ from: '2026-03-01', to: '2026-03-10' }, 'week')
    expect(steps).toEqual(['2026-02-23', '2026-03-02', '2026-03-09'])
  })

  it('names months', () => {
    const steps = stepsOf({ from: '2025-12-31', to: '2026-02-01' }, 'month')
    expect(steps).toEqual(['2025-12', '2026-01', '2026-02'])
  })
})

describe('openStep', () => {
  const now = '2026-11-22T13:37:05'
  it.each([
    ['hour', '2026-11-22T13'],
    ['day', '2026-11-22'],
    ['week', '2026-11-16'],
    ['month', '2026-11'],
  ] as const)('is the %s %s, where steps end', (interval, step) => {
    expect(openStep(interval, now)).toBe(step)
    const steps = stepsOf({ from: '2026-11-22', to: '2026-12-31' }, interval, now)
    expect(steps.at(-1)).toBe(step)
  })

  it('is not in a period that has ended or has not begun', () => {
    expect(stepsOf({ from: '2026-11-21', to: '2026-11-21' }, 'hour', now)).toHaveLength(24)
    expect(stepsOf({ from: '2026-11-23', to: '2026-11-24' }, 'hour', now)).toEqual([])
  })
})

it('fills steps without clicks with zero, and merges a repeated hour', () => {
  const counts = [
    { time: '2026-10-25T02:00:00+02:00', clicks: 3, visitors: 2 },
    { time: '2026-10-25T02:00:00+01:00', clicks: 4, visitors: 1 },
    { time: '2026-10-25T05:00:00+01:00', clicks: 1, visitors: 0 },
  ]
  const steps = stepsOf({ from: '2026-10-25', to: '2026-10-25' }, 'hour').slice(0, 7)
  expect(fill(counts, steps, 'hour')).toEqual({
    clicks: [0, 0, 7, 0, 0, 1, 0],
    visitors: [0, 0, 3, 0, 0, 0, 0],
  })
})

it('visitors of a step are unknown if its clicks are on days without any visitor', () => {
  const counts = [
    { time: '2026-10-25T09:00:00+00:00', clicks: 3, visitors: 0 },
    { time: '2026-10-26T09:00:00+00:00', clicks: 3, visitors: 2 },
    { time: '2026-10-26T10:00:00+00:00', clicks: 3, visitors: 0 },
    { time: '2026-10-27T10:00:00+00:00', clicks: 3, visitors: null },
  ]
  const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']
  expect(fill(counts, days, 'day').visitors).toEqual([0, null, 2, null])
  expect(fill(counts, ['2026-10'], 'month').visitors).toEqual([2])
  const hours = ['2026-10-25T08', '2026-10-25T09', '2026-10-26T09', '2026-10-26T10']
  expect(fill(counts, hours, 'hour').visitors).toEqual([null, null, 2, 0])
})

it('all time begins with the first click', () => {
  const counts = [{ time: '2026-05-01T00:00:00+00:00', clicks: 1, visitors: 1 }]
  expect(spanOf(counts, '2026-06-02')).toEqual({ from: '2026-05-01', to: '2026-06-02' })
  expect(spanOf([], '2026-06-02')).toEqual({ from: '2026-06-02', to: '2026-06-02' })
})

it.each(['2026-03-01T07', '2026-03-01', '2026-03'])('%s begins at its own time', (step) => {
  expect(new Date(timeOf(step)).toISOString().startsWith(step)).toBe(true)
})

it('does not count clicks of an unknown country as a country', () => {
  const unknown = { title: '', value: '', clicks: 3 }
  const czechia = { title: 'Czechia', value: 'CZ', clicks: 2 }

  expect(knownCount({ total: 2, items: [unknown, czechia] })).toBe(1)
  expect(knownCount({ total: 1, items: [czechia] })).toBe(1)
})
