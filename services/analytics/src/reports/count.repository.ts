import type { Query } from '../store/clickhouse.client.ts'
import type { Interval, Period } from './period.rules.ts'
import { type Grain, isWorthSums, type Piece, planPieces } from './rollup.rules.ts'
import { CLICKS_ALONE, conditionsOf, type Scope } from './scope.repository.ts'
import { offsetsIn } from './zone.rules.ts'

interface Counting {
  /** By which columns clicks are counted; `url_hash` stands for the destination. */
  by?: readonly string[]
  /** And by which intervals of the period's zone: the column `began`. */
  interval?: Interval
  /** One more condition on the clicks. */
  and?: string
  /** Of rows of `by`, `began` and `counted`; several may be equal but for `counted`. */
  select: string
  rest?: string
  params?: Record<string, unknown>
}

/** Clicks counted: from what is added up in advance wherever that can answer, else one by one. */
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

/** Whether clicks counted by these columns are, in part at least, added up in advance. */
export const isAddedUp = (scope: Scope, by: readonly string[]): boolean =>
  planOf(scope, [...by, ...conditionsOf(scope).columns]).some(({ grain }) => grain)

const planOf = (scope: Scope, columns: readonly string[], interval?: Interval): Piece[] =>
  isWorthSums(scope.teamSize, scope.period)
    ? planPieces(scope.period, columns, interval)
    : [{ grain: undefined, ranges: [scope.period] }]

/** Looking through all sums for those of one piece takes longer than reading them; of several, none is named. */
function settingsOf(plan: Piece[]): string {
  const [name, another] = plan.flatMap(({ projection }) => projection ?? [])
  if (!name) return CLICKS_ALONE
  return another ? '' : `SETTINGS preferred_optimize_projection_name = '${name}'`
}

/** How a time is cut down to a grain, exactly as the projections do it, and what it is compared to. */
const CUT: Record<Grain | 'click', [of: string, bound: string]> = {
  month: ['toStartOfMonth(created_at)', 'toDate32($)'],
  day: ['toStartOfDay(created_at)', '$'],
  quarter: ['toStartOfFifteenMinutes(created_at)', '$'],
  click: ['created_at', '$'],
}

/** The condition of a piece of the period, and what it binds. */
function timeOf({ grain, ranges }: Piece, n: number) {
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
/** How far the clock of the process that took a click may be ahead. */
const AHEAD_MS = 86_400_000

/**
 * The start of the interval of a time, independent of ClickHouse's time zone database: the zone's offsets
 * are bound. An hour is an instant in seconds and ends where clocks change; other intervals are dates.
 */
function beganOf(interval: Interval, { zone, fromMs, toMs, nowMs }: Period) {
  // Finding the changes of two hundred years would block the process for half a second.
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
