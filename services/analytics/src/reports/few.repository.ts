import type { Query } from '../store/clickhouse.client.ts'
import { beganOf } from './count.repository.ts'
import type { Interval } from './period.rules.ts'
import { isWorthDays, within } from './rollup.rules.ts'
import { readClicks, type Scope, shownPeriod } from './scope.repository.ts'

interface FewCounting {
  /** Columns to group by. */
  by?: readonly string[]
  /**
   * Sets of these columns, each of which makes rows of its own, in which the other columns are empty;
   * the column `lacks` says which, as `lacksOf`. All of them as one set by default.
   */
  sets?: readonly (readonly string[])[]
  /** Interval in the period's time zone to group by, too, as column `began`. */
  interval?: Interval
  /** Further aggregates of each row. */
  more?: readonly string[]
  /** Additional condition on the clicks. */
  and?: string
  /** Selects from `by`, `began`, `lacks`, `more`, `counted` and `seen`, the clicks and visitors of a row. */
  select: string
  from?: string
  rest?: string
  params?: Record<string, unknown>
}

/** Whether the clicks of a scope are so few that they are counted one by one, together with visitors. */
export const isFew = (scope: Scope): boolean => !isWorthDays(scope.teamSize, shownPeriod(scope))

/** Which of the columns are not in a set, as a bit mask. */
export const lacksOf = (by: readonly string[], set: readonly string[]): number =>
  by.reduce((mask, column) => 2 * mask + (set.includes(column) ? 0 : 1), 0)

/**
 * The number of a visitor is random, so one made of it, the day and whether it is a bot is as good as
 * these three, and three times as fast.
 */
const VISITOR = `visitor + toUInt64(toDate(created_at)) * 11400714819323198485
    + is_bot * 14029467366897019727`
const SEEN = `uniqExactIf(${VISITOR}, visitor != 0) AS seen`

/** Clicks and visitors of few clicks, in one query with one thread, as more take longer than they save. */
export function readFew(scope: Scope, counting: FewCounting): Query {
  const { interval, select, from = '', rest = '' } = counting
  // A visitor counts in the interval of the first click of the day.
  const isSplit = interval && !within('day', interval, scope.period.zone)
  const { text, params } = isSplit
    ? readSplit(scope, counting, interval)
    : readRows(scope, counting)
  return {
    text: `SELECT ${select} FROM (${text}) AS click ${from} ${rest}
      SETTINGS max_threads = 1`,
    params: { ...params, ...counting.params },
  }
}

function readRows(scope: Scope, { by = [], sets, interval, more = [], and }: FewCounting): Query {
  const began = interval && beganOf(interval, scope.period)
  const keys = began ? [...by, `${began.of('created_at')} AS began`] : [...by]
  const lacks = sets ? [`grouping(${by.join(', ')}) AS lacks`] : []
  const group = sets ? setsOf(sets) : 'ALL'
  return readClicks(scope, {
    select: [...keys, 'count() AS counted', SEEN, ...more, ...lacks].join(', '),
    and,
    rest: keys.length > 0 ? `GROUP BY ${group}` : '',
    params: { ...began?.params },
  })
}

/** Rows with clicks, and rows with visitors; one of an interval can have several of these. */
function readSplit(scope: Scope, { by = [], and }: FewCounting, interval: Interval): Query {
  const began = beganOf(interval, scope.period)
  const sets = setsOf([
    [...by, 'at'],
    [...by, 'day', 'is_bot', 'visitor'],
  ])
  const { text, params } = readClicks(scope, {
    select: [
      ...by,
      `${began.of('created_at')} AS at`,
      'toDate(created_at) AS day, is_bot, visitor',
      'count() AS clicks, min(created_at) AS first, grouping(visitor) = 1 AS is_interval',
    ].join(', '),
    and,
    rest: `GROUP BY ${sets}`,
    params: { ...began.params },
  })
  const columns = [
    ...by,
    `if(is_interval, at, ${began.of('first')}) AS began`,
    'if(is_interval, clicks, 0) AS counted',
    'NOT is_interval AND visitor != 0 AS seen',
  ]
  return { text: `SELECT ${columns.join(', ')} FROM (${text})`, params }
}

const setsOf = (sets: readonly (readonly string[])[]): string =>
  `GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`
