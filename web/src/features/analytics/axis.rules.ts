import type { Interval } from './period.rules.ts'
import { timeOf } from './series.rules.ts'

/** A label of the time axis, at the start of a step in milliseconds. */
interface Tick {
  time: number
  label: string
}

const MONTH = { month: 'short', year: 'numeric' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const YEAR = { year: 'numeric' } as const
const DAYS = [DAY, { ...DAY, ...YEAR }]

/** Formats of labels, shortest first; the last one is unique. */
const FORMATS: Record<Interval, Intl.DateTimeFormatOptions[]> = {
  hour: [TIME, { ...DAY, ...TIME }, { ...DAY, ...YEAR, ...TIME }],
  day: DAYS,
  week: DAYS,
  month: [MONTH],
}

/**
 * The values of each step as two lines: the steps that are over, and the segment to the open step.
 * A single step is a point of the second line.
 */
export function linesOf<T>(
  steps: readonly string[],
  values: readonly T[],
  open: string,
): [solid: (T | null)[], dashed: (T | null)[]] {
  const last = steps.length - 1
  const over = steps[last] === open || last === 0 ? last : last + 1
  return [
    values.map((it, index) => (index < over ? it : null)),
    values.map((it, index) => (index >= over - 1 && over <= last ? it : null)),
  ]
}

/** Characters between two labels. */
const GAP = 4

/**
 * The ticks of an axis that is so many characters wide: every nth step up to the last one, which is
 * always labeled, in the shortest format that is different for each step.
 */
export function ticksOf(steps: readonly string[], interval: Interval, width: number): Tick[] {
  for (const format of FORMATS[interval]) {
    const { format: name } = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...format })
    const ticks = steps.map(timeOf).map((time) => ({ time, label: name(time) }))
    const labels = new Set(ticks.map(({ label }) => label))
    if (labels.size < ticks.length) continue
    const capacity = Math.floor(width / (Math.max(...[...labels].map((it) => it.length)) + GAP))
    const distance = Math.ceil(ticks.length / Math.max(1, capacity))
    return ticks.filter((_, index) => (ticks.length - 1 - index) % distance === 0)
  }
  return []
}

/** Labels of the vertical axis besides zero. */
const LEVELS = 4

/** The levels of the vertical axis, from zero to one that is above the highest value. */
export function levelsOf(highest: number): number[] {
  let step = 1
  for (let ten = 1; Math.floor(highest / step) >= LEVELS; ten *= 10) {
    step = [1, 2, 5].map((it) => it * ten).find((it) => highest / it < LEVELS) ?? ten * 10
  }
  const count = Math.floor(highest / step) + 1
  return Array.from({ length: count + 1 }, (_, nth) => nth * step)
}
