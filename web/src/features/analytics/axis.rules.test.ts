import { describe, expect, it } from 'vitest'
import { levelsOf, linesOf, ticksOf } from './axis.rules.ts'
import { INTERVALS } from './period.rules.ts'
import { stepsOf, timeOf } from './series.rules.ts'

const labels = (...asked: Parameters<typeof ticksOf>) => ticksOf(...asked).map(({ label }) => label)

describe('ticksOf', () => {
  const year = stepsOf({ from: '2025-11-23', to: '2026-11-22' }, 'month')

  it('labels each month once, the last one included', () => {
    expect(labels(year, 'month', 13 * 12)).toEqual([
      ...['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026', 'Mar 2026', 'Apr 2026', 'May 2026'],
      ...['Jun 2026', 'Jul 2026', 'Aug 2026', 'Sep 2026', 'Oct 2026', 'Nov 2026'],
    ])
  })

  it('leaves out labels at even distances if there is no room, never the last one', () => {
    expect(labels(year, 'month', 5 * 12)).toEqual([
      ...['Nov 2025', 'Feb 2026', 'May 2026', 'Aug 2026', 'Nov 2026'],
    ])
    expect(labels(year, 'month', 0)).toEqual(['Nov 2026'])
  })

  it.each([
    ['hour', '2026-11-22', '2026-11-22', '00:00', '23:00'],
    ['hour', '2026-11-21', '2026-11-22', 'Nov 21, 00:00', 'Nov 22, 23:00'],
    ['hour', '2025-11-22', '2026-11-22', 'Nov 22, 2025, 00:00', 'Nov 22, 2026, 23:00'],
    ['day', '2026-11-16', '2026-11-22', 'Nov 16', 'Nov 22'],
    ['day', '2025-11-22', '2026-11-22', 'Nov 22, 2025', 'Nov 22, 2026'],
    ['week', '2026-11-16', '2026-11-22', 'Nov 16', 'Nov 16'],
  ] as const)('labels %ss from %s to %s as %s … %s', (interval, from, to, first, last) => {
    const found = labels(stepsOf({ from, to }, interval), interval, 1_000_000)
    expect([found[0], found.at(-1)]).toEqual([first, last])
  })

  it.each(INTERVALS)('gives every tick the time of a %s and a label of its own', (interval) => {
    const steps = stepsOf({ from: '2024-12-30', to: '2026-11-22' }, interval)
    for (const capacity of [1, 7, 100, 1_000]) {
      const ticks = ticksOf(steps, interval, capacity * 23)
      const wide = ticks.reduce((sum, { label }) => sum + label.length + 4, 0)
      if (ticks.length > 1) expect(wide).toBeLessThanOrEqual(capacity * 23)
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length)
      expect(steps.map(timeOf)).toEqual(expect.arrayContaining(ticks.map(({ time }) => time)))
      expect(ticks.at(-1)?.time).toBe(timeOf(steps.at(-1) ?? ''))
    }
  })

  it('has nothing to label without steps', () => {
    expect(ticksOf([], 'day', 5)).toEqual([])
  })
})

describe('linesOf', () => {
  const steps = ['2026-11-20', '2026-11-21', '2026-11-22']

  it('dashes the segment to the open step', () => {
    const [solid, dashed] = linesOf(steps, [3, 4, 1], '2026-11-22')
    expect(solid).toEqual([3, 4, null])
    expect(dashed).toEqual([null, 4, 1])
  })

  it('has no dashes in a period that is over', () => {
    const [solid, dashed] = linesOf(steps, [3, 4, 1], '2026-11-23')
    expect(solid).toEqual([3, 4, 1])
    expect(dashed).toEqual([null, null, null])
  })

  it('has a point for a single step', () => {
    expect(linesOf(['2026-11-22'], [3], '2026-11-22')).toEqual([[null], [3]])
  })
})

describe('levelsOf', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1, 2]],
    [3, [0, 1, 2, 3, 4]],
    [4, [0, 2, 4, 6]],
    [19, [0, 5, 10, 15, 20]],
    [20, [0, 10, 20, 30]],
    [871, [0, 500, 1_000]],
    [1_000_000, [0, 500_000, 1_000_000, 1_500_000]],
  ])('with %d as the highest value are %j', (highest, levels) => {
    expect(levelsOf(highest)).toEqual(levels)
  })

  it('are up to five round numbers, the last one above the highest value', () => {
    for (let highest = 0; highest < 5_000_000; highest = Math.ceil(highest * 1.07 + 1)) {
      const levels = levelsOf(highest)
      expect(levels.length).toBeLessThanOrEqual(5)
      expect(levels.at(-1)).toBeGreaterThan(highest)
      expect(levels.at(-2)).toBeLessThanOrEqual(highest)
      expect(`${levels[1]}`).toMatch(/^[125]0*$/)
    }
  })
})
