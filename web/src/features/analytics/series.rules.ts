import { type Count, type Counts, known } from './measure.rules.ts'
import { type Interval, plusDays, type Range } from './period.rules.ts'

/** The API response: steps without clicks are omitted. */
export interface TimeCount extends Count {
  time: string
}

/** The length of the prefix of a timestamp that identifies its step, in the requested time zone. */
const LENGTHS: Record<Interval, number> = { hour: 13, day: 10, week: 10, month: 7 }
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour}`.padStart(2, '0'))
const SUNDAY_IS = 7

/**
 * Every step of a range by name: `2026-11-20T13`, `2026-11-20`, the week's Monday, `2026-11`; up to
 * the one that contains the local time `now`.
 */
export function stepsOf(
  { from, to, since, until }: Range,
  interval: Interval,
  now?: string,
): string[] {
  const steps = new Set<string>()
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    if (interval === 'hour') for (const hour of HOURS) steps.add(`${day}T${hour}`)
    else steps.add(openStep(interval, day))
  }
  const end = now ?? (until && `${to}T${until}`)
  const last = end && openStep(interval, end)
  const first = since ? openStep(interval, `${from}T${since}`) : ''
  return [...steps].filter((step) => step >= first && (!last || step <= last))
}

/** The step that contains a local time. */
export const openStep = (interval: Interval, now: string): string =>
  interval === 'week' ? mondayOf(now.slice(0, 10)) : now.slice(0, LENGTHS[interval])

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || SUNDAY_IS
const mondayOf = (day: string): string => plusDays(day, 1 - weekday(day))

/** The days from the first click until now. */
export function spanOf(counts: readonly TimeCount[], now: string): Range {
  const times = counts.map(({ time }) => time.slice(0, 10)).sort()
  return { from: times[0] ?? now, to: now }
}

/**
 * The clicks and visitors of each step; an hour repeated by a clock change is one step. A visitor
 * counts in the first hour of a day, so that only a day without any visitor is unknown.
 */
export function fill(
  counts: readonly TimeCount[],
  steps: readonly string[],
  interval: Interval,
): Counts {
  const bySteps = summed(counts, LENGTHS[interval])
  const byDays = summed(counts, Math.min(LENGTHS[interval], LENGTHS.day))
  const found = steps.map((step) => bySteps.get(step) ?? NONE)
  return {
    clicks: found.map(({ clicks }) => clicks),
    visitors: found.map(({ visitors }, nth) => {
      const day = byDays.get(steps[nth]?.slice(0, LENGTHS.day) ?? '') ?? NONE
      return visitors || (known(day).visitors === null ? null : 0)
    }),
  }
}

const NONE: Count = { clicks: 0, visitors: 0 }

/** The counts by a prefix of their times. */
function summed(counts: readonly TimeCount[], length: number): Map<string, Count> {
  const sums = new Map<string, Count>()
  for (const { time, clicks, visitors } of counts) {
    const name = time.slice(0, length)
    const sum = sums.get(name) ?? NONE
    sums.set(name, {
      clicks: sum.clicks + clicks,
      visitors: (sum.visitors ?? 0) + (visitors ?? 0),
    })
  }
  return sums
}

/** The start of a step in milliseconds, treating its local time as UTC. */
export const timeOf = (step: string): number =>
  Date.parse(`${step}${{ 7: '-01', 10: '', 13: ':00:00Z' }[step.length] ?? ''}`)

interface Grouping {
  total: number
  items: readonly { value: string }[]
}

/** The number of groups without the one of an unknown value, if it is among the items. */
export const knownCount = ({ total, items }: Grouping): number =>
  total - (items.some(({ value }) => value === '') ? 1 : 0)
