import { DAY_MS, nextDay } from '../visitors/day.rules.ts'

/** Which days of a team have valid counts of visitors. */
export interface CountedDays {
  /** The last day, as the time of its start, up to which all days are counted, except open ones. */
  knownMs: number
  /** The valid generations of the counted days. */
  generations: readonly number[]
  /** The starts of days to be counted again. */
  open: readonly number[]
}

export interface Range {
  fromMs: number
  toMs: number
}

/** A period in which visitors are read from counts, and ranges where single clicks are read. */
interface VisitPlan {
  counted: { range: Range; generations: readonly number[] } | undefined
  ranges: Range[]
}

/** The parts of UTC days at the ends of a period, and the whole days between them. */
export function splitDays({ fromMs, toMs }: Range) {
  const start = nextDay(fromMs)
  const end = toMs - (toMs % DAY_MS)
  const parts =
    start > end
      ? [{ fromMs, toMs }]
      : [
          { fromMs, toMs: start },
          { fromMs: end, toMs },
        ]
  return {
    parts: parts.filter((it) => it.fromMs < it.toMs),
    whole: start < end ? { fromMs: start, toMs: end } : undefined,
  }
}

/** Uses the counts of those of some whole UTC days that are counted. */
export function planVisits({ fromMs, toMs }: Range, days: CountedDays | undefined): VisitPlan {
  const end = days ? Math.min(toMs, days.knownMs + DAY_MS) : 0
  if (!days || fromMs >= end) return { counted: undefined, ranges: [{ fromMs, toMs }] }
  const open = days.open.filter((it) => it >= fromMs && it < end).toSorted((a, b) => a - b)
  const ranges: Range[] = []
  for (const it of [
    ...open.map((ms) => ({ fromMs: ms, toMs: ms + DAY_MS })),
    { fromMs: end, toMs },
  ]) {
    const last = ranges.at(-1)
    if (last?.toMs === it.fromMs) last.toMs = it.toMs
    else if (it.fromMs < it.toMs) ranges.push({ ...it })
  }
  return { counted: { range: { fromMs, toMs: end }, generations: days.generations }, ranges }
}
