import { type Interval, plusDays, type Range } from './period.rules.ts'

/** The API response: steps without clicks are omitted. */
export interface TimeCount {
  time: string
  clicks: number
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

/** The clicks of each step; an hour repeated by a clock change is one step. */
export function fill(
  counts: readonly TimeCount[],
  steps: readonly string[],
  interval: Interval,
): number[] {
  const clicks = new Map<string, number>()
  for (const { time, clicks: more } of counts) {
    const step = time.slice(0, LENGTHS[interval])
    clicks.set(step, (clicks.get(step) ?? 0) + more)
  }
  return steps.map((step) => clicks.get(step) ?? 0)
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** The relative change; undefined if the previous value was zero. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before

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
