import type { Range } from './days.rules.ts'
import type { Interval, Period } from './period.rules.ts'
import type { Grain } from './rollup.rules.ts'
import { offsetsIn } from './zone.rules.ts'

/** SQL that truncates a time to a grain, exactly as in the projections, and its bound. */
const CUT: Record<Grain | 'click', [of: string, bound: string]> = {
  month: ['toStartOfMonth(created_at)', 'toDate32($)'],
  day: ['toStartOfDay(created_at)', '$'],
  quarter: ['toStartOfFifteenMinutes(created_at)', '$'],
  click: ['created_at', '$'],
}

/** SQL of the time of clicks at a grain. */
export const timeOf = (grain: Grain | undefined): string => CUT[grain ?? 'click'][0]

/** The condition that clicks are in ranges of the nth piece of a query, and its parameters. */
export function inRanges(grain: Grain | undefined, ranges: readonly Range[], n: number) {
  const [time, bound] = CUT[grain ?? 'click']
  const at = (name: string) =>
    bound.replace('$', `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`)
  const params = ranges.flatMap(({ fromMs, toMs }, i) => [
    [`from${n}_${i}`, fromMs],
    [`to${n}_${i}`, toMs],
  ])
  const within = ranges.map(
    (_, i) => `${time} >= ${at(`from${n}_${i}`)} AND ${time} < ${at(`to${n}_${i}`)}`,
  )
  return {
    condition: within.length === 0 ? 'false' : `(${within.join(' OR ')})`,
    params: Object.fromEntries(params) as Record<string, number>,
  }
}

/** Earlier than the first click of any installation. */
const FIRST_CLICK_MS = Date.UTC(2020, 0, 1)
/** Tolerated clock skew of the process that recorded a click. */
const AHEAD_MS = 86_400_000

/**
 * SQL for the start of a time's interval, independent of ClickHouse's time zone database: UTC
 * offsets are parameters. An hour is a time in seconds and ends at clock changes; other intervals
 * are dates.
 */
export function beganOf(interval: Interval, { zone, fromMs, toMs, nowMs }: Period) {
  // Computing the clock changes of two hundred years would block the process for half a second.
  const [first, last] = [Math.max(fromMs, FIRST_CLICK_MS), Math.min(toMs, nowMs + AHEAD_MS)]
  const offsets = offsetsIn(zone, first, last)
  const since = offsets.map(({ sinceMs }) => sinceMs / 1_000)
  const ahead = offsets.map(({ aheadMs }) => aheadMs / 1_000)
  const changes = offsets.length > 1
  return {
    params: changes ? { since, ahead } : { ahead: ahead[0] },
    of(cut: string) {
      const second = `toInt64(toUnixTimestamp(${cut}))`
      const from = changes ? `roundDown(${second}, {since:Array(Int64)})` : '0'
      const offset = changes
        ? `transform(${from}, {since:Array(Int64)}, {ahead:Array(Int64)})`
        : '{ahead:Int64}'
      return STARTS[interval]
        .replaceAll('$second', second)
        .replaceAll('$offset', offset)
        .replaceAll('$from', from)
    },
  }
}

const DAY = "toDate(toDateTime($second + $offset, 'UTC'))"
const STARTS: Record<Interval, string> = {
  hour: 'greatest($second - positiveModulo($second + $offset, 3600), $from)',
  day: DAY,
  week: `toMonday(${DAY})`,
  month: `toStartOfMonth(${DAY})`,
}
