import type { Interval, Period } from './period.rules.ts'

/** What the time of a click is cut down to where clicks are added up in advance. */
export type Grain = 'month' | 'day' | 'quarter'

/** Clicks added up in advance, by a grain of time and some columns; always by team and bot, too. */
interface Rollup {
  /** The projection of clicks_raw_v1. ClickHouse finds it by the columns, and sooner by this name. */
  projection: string
  grain: Grain
  columns: readonly string[]
}

/** About how many clicks a team has: in its busiest month of the calendar, and in all. */
export interface TeamSize {
  busiestMonth: number
  total: number
}

/** A part of a period, and how it is read: by a grain, or click by click. */
export interface Piece {
  grain: Grain | undefined
  projection?: string
  ranges: { fromMs: number; toMs: number }[]
}

const PLACE = ['continent', 'country', 'region', 'city']
const AGENT = ['browser', 'os', 'device', 'platform', 'brand', 'language']
const REFERER = ['domain_id', 'domain', 'referer']
const CAMPAIGN = 'source medium campaign term content reference'.split(' ').map((it) => `utm_${it}`)
const LINK = ['link_id', 'domain_id', 'url_hash']

/** By what they are about, smallest first; of one subject, coarsest first. */
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

/** So many clicks are counted one by one in the time that it takes to find what adds them up. */
const FEW = 2_000_000

/** Whether a period of a team may have so many clicks that looking for their sums pays. */
export const isWorthSums = (size: TeamSize | undefined, { days }: Period): boolean =>
  !size || Math.min(size.total, (size.busiestMonth / 28) * days) > FEW

/**
 * How a question is read that counts clicks and knows of each only these columns: from the first subject
 * that has them all, in the coarsest grains that fit, and the rest of the period click by click. With an
 * interval, a grain fits when its pieces lie within the intervals of the zone.
 */
export function planPieces(
  period: Period,
  columns: readonly string[],
  interval: Interval | undefined,
): Piece[] {
  const fits = ({ grain, columns: has }: Rollup) =>
    columns.every((it) => has.includes(it)) && (!interval || within(grain, interval, period.zone))
  const rollups = ROLLUPS.map((subject) => subject.filter(fits)).find((it) => it.length > 0) ?? []
  const pieces: Piece[] = []
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

/** Whether no piece of the grain, which is one of UTC, reaches over an end of an interval of the zone. */
function within(grain: Grain, interval: Interval, zone: string): boolean {
  if (grain === 'quarter') return true // every offset since 2020 is one of whole quarters
  return grain === 'day' && zone === 'UTC' && interval !== 'hour'
}

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** The last start of a piece of the grain that is not after an instant. */
function startBefore(ms: number, grain: Grain): number {
  if (grain === 'quarter') return ms - (ms % QUARTER_MS)
  if (grain === 'day') return ms - (ms % DAY_MS)
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** The first start of a piece of the grain that is not before an instant. */
function startAfter(ms: number, grain: Grain): number {
  const before = startBefore(ms, grain)
  if (before === ms) return ms
  if (grain === 'quarter') return before + QUARTER_MS
  if (grain === 'day') return before + DAY_MS
  const date = new Date(before)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
