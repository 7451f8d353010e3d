import type { Query } from '../store/clickhouse.client.ts'
import type { Interval, Period } from './period.rules.ts'
import { type Grain, isWorthSums, type Piece, planPieces } from './rollup.rules.ts'
import { CLICKS_ALONE, conditionsOf, type Scope, shownPeriod } from './scope.repository.ts'
import { offsetsIn } from './zone.rules.ts'

interface Counting {
  /** Columns to group by; `url_hash` is the hash of the destination. */
  by?: readonly string[]
  /** Interval in the period's time zone to group by, as column `began`. */
  interval?: Interval
  /** Additional condition on the clicks. */
  and?: string
  /**
   * Selects from `by`, `began` and `counted`; groups may occur more than once and must be summed.
   */
  select: string
  rest?: string
  params?: Record<string, unknown>
}

/** Counts clicks: from rollups where they suffice, else from single clicks. */
export function readCounts(scope: Scope, counting: Counting): Query {
  const { by = [], interval, select, rest = '' } = counting
  const { conditions, params, columns } = conditionsOf(scope)
  const bound: Record<string, unknown> = { ...params, ...counting.params }
  const began = interval && beganOf(interval, scope.period)
  Object.assign(bound, began?.params)
  if (counting.and) conditions.push(counting.and)
  const plan = planOf(scope, [...by, ...columns], interval)
  const pieces = plan.map((piece, n) => {
    const time = timeOf(piece, n)
    Object.assign(bound, time.params)
    const [cut] = CUT[piece.grain ?? 'click']
    const keys = by.map((it) => (it === 'url_hash' ? 'sipHash64(url) AS url_hash' : it))
    if (began) keys.push(`${began.of(cut)} AS began`)
    return `SELECT ${[...keys, 'count() AS counted'].join(', ')} FROM clicks_raw_v1
      WHERE ${[...conditions, time.condition].join('\n        AND ')}
      ${keys.length > 0 ? 'GROUP BY ALL' : ''}`
  })
  return {
    text: `SELECT ${select} FROM (${pieces.join('\n    UNION ALL ')}) ${rest}
      ${settingsOf(plan)}`,
    params: bound,
  }
}

/** Whether counts by these columns come, at least in part, from rollups. */
export const isAddedUp = (scope: Scope, by: readonly string[]): boolean =>
  planOf(scope, [...by, ...conditionsOf(scope).columns]).some(({ grain }) => grain)

function planOf(scope: Scope, columns: readonly string[], interval?: Interval): Piece[] {
  const period = shownPeriod(scope)
  return isWorthSums(scope.teamSize, period)
    ? planPieces(period, columns, interval)
    : [{ grain: undefined, ranges: [period] }]
}

/** Names the projection, because finding it takes longer than reading it; only one can be named. */
function settingsOf(plan: Piece[]): string {
  const [name, another] = plan.flatMap(({ projection }) => projection ?? [])
  if (!name) return CLICKS_ALONE
  return another ? '' : `SETTINGS preferred_optimize_projection_name = '${name}'`
}

/** SQL that truncates a time to a grain, exactly as in the projections, and its bound. */
const CUT: Record<Grain | 'click', [of: string, bound: string]> = {
  month: ['toStartOfMonth(created_at)', 'toDate32($)'],
  day: ['toStartOfDay(created_at)', '$'],
  quarter: ['toStartOfFifteenMinutes(created_at)', '$'],
  click: ['created_at', '$'],
}

/** The condition for a piece of the period, and its parameters. */
export function timeOf({ grain, ranges }: Piece, n: number) {
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
