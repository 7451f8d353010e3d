import { DAY_MS, nextDay } from '../visitors/day.rules.ts'
import type { Period } from './period.rules.ts'

/** Which days of a team have valid counts of visitors. */
export interface CountedDays {
  /** The last day, as the time of its start, up to which all days are counted, except open ones. */
  knownMs: number
  /** The valid generations of the counted days. */
  generations: readonly number[]
  /** The starts of days to be counted again. */
  open: readonly number[]
}

interface Range {
  fromMs: number
  toMs: number
}

/** A period in which visitors are read from counts, and ranges where single clicks are read. */
export interface VisitPlan {
  counted: (Range & { generations: readonly number[] }) | undefined
  ranges: Range[]
}

/** Uses the counts of all whole UTC days of a period that are counted. */
export function planVisits({ fromMs, toMs }: Period, days: CountedDays | undefined): VisitPlan {
  const start = nextDay(fromMs)
  const end = days ? Math.min(toMs - (toMs % DAY_MS), days.knownMs + DAY_MS) : 0
  if (!days || start >= end) return { counted: undefined, ranges: [{ fromMs, toMs }] }
  const open = days.open.filter((it) => it >= start && it < end).toSorted((a, b) => a - b)
  const ranges: Range[] = []
  for (const it of [
    { fromMs, toMs: start },
    ...open.map((ms) => ({ fromMs: ms, toMs: ms + DAY_MS })),
    { fromMs: end, toMs },
  ]) {
    const last = ranges.at(-1)
    if (last?.toMs === it.fromMs) last.toMs = it.toMs
    else if (it.fromMs < it.toMs) ranges.push({ ...it })
  }
  return { counted: { fromMs: start, toMs: end, generations: days.generations }, ranges }
}
