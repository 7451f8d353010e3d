import { columnsOf } from '../clicks/click.schema.ts'
import type { Range } from './days.rules.ts'
import type { Interval, Period } from './period.rules.ts'

/** Time grain of a rollup. */
export type Grain = 'month' | 'day' | 'quarter'

/** Pre-aggregated clicks by a time grain and some columns; always by team and bot, too. */
interface Rollup {
  /**
   * The projection of clicks_raw_v1. ClickHouse finds it by its columns, but faster by its name.
   */
  projection: string
  grain: Grain
  columns: readonly string[]
}

/** A part of a period that is read from a rollup, or from single clicks without a grain. */
export interface ClickPiece {
  grain?: Grain | undefined
  projection?: string
  ranges: readonly Range[]
}

const PLACE = columnsOf('places')
const AGENT = columnsOf('agents')
const REFERER = ['domain_id', 'domain', ...columnsOf('referers')]
const CAMPAIGN = columnsOf('campaigns')
const LINK = ['link_id', 'domain_id', 'url_hash']

/** Rollups by subject, smallest first; those of one subject from coarse to fine. */
export const ROLLUPS: readonly (readonly Rollup[])[] = [
  [{ projection: 'clicks_per_quarter', grain: 'quarter', columns: [] }],
  [{ projection: 'agents_per_day', grain: 'day', columns: AGENT }],
  [{ projection: 'referers_per_day', grain: 'day', columns: REFERER }],
  [{ projection: 'campaigns_per_day', grain: 'day', columns: CAMPAIGN }],
  [
    { projection: 'places_per_month', grain: 'month', columns: PLACE },
    { projection: 'places_per_day', grain: 'day', columns: PLACE },
  ],
  [
    { projection: 'links_per_month', grain: 'month', columns: [...LINK, 'url', 'short_url'] },
    { projection: 'links_per_day', grain: 'day', columns: LINK },
  ],
]

/**
 * Query plan for counts by these columns: rollups of the first subject that has all of them, in the
 * coarsest grains that fit, and single clicks for the rest of the period. With an interval, a grain
 * fits if it divides the intervals of the zone.
 */
export function planRollups(
  period: Period,
  columns: readonly string[],
  interval: Interval | undefined,
): ClickPiece[] {
  const fits = ({ grain, columns: has }: Rollup) =>
    columns.every((it) => has.includes(it)) && (!interval || within(grain, interval, period.zone))
  const rollups = ROLLUPS.map((subject) => subject.filter(fits)).find((it) => it.length > 0) ?? []
  const pieces: ClickPiece[] = []
  let rest = [{ fromMs: period.fromMs, toMs: period.toMs }]
  for (const { grain, projection } of rollups) {
    const ranges = []
    const left = []
    for (const { fromMs, toMs } of rest) {
      const [from, to] = [startAfter(fromMs, grain), startBefore(toMs, grain)]
      if (from >= to) {
        left.push({ fromMs, toMs })
        continue
      }
      ranges.push({ fromMs: from, toMs: to })
      left.push({ fromMs, toMs: from }, { fromMs: to, toMs })
    }
    if (ranges.length > 0) pieces.push({ grain, projection, ranges })
    rest = left.filter((it) => it.fromMs < it.toMs)
  }
  if (rest.length > 0 || pieces.length === 0) pieces.push({ grain: undefined, ranges: rest })
  return pieces
}

/**
 * Whether pieces of the grain, which are in UTC, never cross the end of an interval of the zone.
 */
export function within(grain: Grain, interval: Interval, zone: string): boolean {
  if (grain === 'quarter') return true // since 2020 all offsets are multiples of 15 minutes
  return grain === 'day' && zone === 'UTC' && interval !== 'hour'
}

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** The time rounded down to the start of a piece of the grain. */
function startBefore(ms: number, grain: Grain): number {
  if (grain === 'quarter') return ms - (ms % QUARTER_MS)
  if (grain === 'day') return ms - (ms % DAY_MS)
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** The time rounded up to the start of a piece of the grain. */
function startAfter(ms: number, grain: Grain): number {
  const before = startBefore(ms, grain)
  if (before === ms) return ms
  if (grain === 'quarter') return before + QUARTER_MS
  if (grain === 'day') return before + DAY_MS
  const date = new Date(before)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
