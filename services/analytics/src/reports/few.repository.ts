import { isTooManyRows, type Query } from '../store/clickhouse.client.ts'
import { beganOf } from './count.repository.ts'
import type { Interval } from './period.rules.ts'
import { within } from './rollup.rules.ts'
import { isFew, readClicks, type Scope } from './scope.repository.ts'

interface FewShared {
  /** Columns to group by. */
  by?: readonly string[]
  /** Additional condition on the clicks. */
  and?: string
  /** Selects from `by`, `began`, `lacks`, `more`, `counted` and `seen`, the clicks and visitors of a row. */
  select: string
  from?: string
  rest?: string
  params?: Record<string, unknown>
}

interface FewInIntervals extends FewShared {
  /** Interval in the period's time zone to group by, too, as column `began`. */
  interval: Interval
}

interface FewInSets extends FewShared {
  interval?: undefined
  /**
   * Grouping sets of `by`. In the rows of a set, the other columns are empty; `lacks` is the bit mask of
   * these, as `lacksOf`. Default: one set of all.
   */
  sets?: readonly (readonly string[])[]
  /** Further aggregates of each row. */
  more?: readonly string[]
}

/**
 * The answer of `few` if the clicks of a scope are few, and otherwise, or if they no longer are, that of
 * `many`.
 */
export async function byAmount<Answer>(
  scope: Scope,
  few: () => Promise<Answer>,
  many: (scope: Scope) => Promise<Answer>,
): Promise<Answer> {
  if (!isFew(scope)) return many(scope)
  return few().catch((error: unknown) => {
    if (isTooManyRows(error)) return many({ ...scope, teamSize: undefined })
    throw error
  })
}

/** As many rows as few clicks may take in a hundred parts of the table; a size may be out of date. */
const FEW_LIMITS =
  'SETTINGS max_rows_to_read = 3000000, max_threads = 1, optimize_use_projections = 0'

/** Which of the columns are not in a set, as a bit mask. */
export const lacksOf = (by: readonly string[], set: readonly string[]): number =>
  by.reduce((mask, column) => 2 * mask + (set.includes(column) ? 0 : 1), 0)

/**
 * Combines visitor, day and whether it is a bot into one number, which is three times as fast as a tuple.
 * Visitors are random 64-bit numbers, so two of these are as unlikely to be equal.
 */
const VISITOR = `visitor + toUInt64(toDate(created_at)) * 11400714819323198485
    + is_bot * 14029467366897019727`
const SEEN = `uniqExactIf(${VISITOR}, visitor != 0) AS seen`

/**
 * Counts clicks and visitors in one query. One thread, because more cost more than they save at this
 * size.
 */
export function readFew(scope: Scope, counting: FewInIntervals | FewInSets): Query {
  const { select, from = '', rest = '' } = counting
  const { text, params } = counting.interval
    ? readIntervals(scope, counting)
    : readSets(scope, counting)
  return {
    text: `SELECT ${select} FROM (${text}) AS click ${from} ${rest} ${FEW_LIMITS}`,
    params: { ...params, ...counting.params },
  }
}

function readSets(scope: Scope, { by = [], sets = [by], more = [], and }: FewInSets): Query {
  const lacks = by.length > 0 ? [`grouping(${by.join(', ')}) AS lacks`] : []
  return readClicks(scope, {
    select: [...by, 'count() AS counted', SEEN, ...more, ...lacks].join(', '),
    and,
    rest: by.length > 0 ? `GROUP BY ${setsOf(sets)}` : '',
  })
}

function readIntervals(scope: Scope, counting: FewInIntervals): Query {
  const { by = [], and, interval } = counting
  // A visitor counts in the interval of the first click of the day.
  if (!within('day', interval, scope.period.zone)) return readNewVisitors(scope, counting)
  const { of, params } = beganOf(interval, scope.period)
  return readClicks(scope, {
    select: [...by, `${of('created_at')} AS began`, 'count() AS counted', SEEN].join(', '),
    and,
    rest: 'GROUP BY ALL',
    params: { ...params },
  })
}

/**
 * One row per interval and UTC day. `seen` is the number of visitors whose first click of the day is in the
 * interval: the distinct ones of the day so far, minus those up to the row before.
 */
function readNewVisitors(scope: Scope, { by = [], and, interval }: FewInIntervals): Query {
  const began = beganOf(interval, scope.period)
  const { text, params } = readClicks(scope, {
    select: [
      ...by,
      'toDate(created_at) AS day',
      `${began.of('created_at')} AS began`,
      'count() AS counted',
      `uniqExactStateIf(${VISITOR}, visitor != 0) AS visited`,
    ].join(', '),
    and,
    rest: 'GROUP BY ALL',
    params: { ...began.params },
  })
  const running = `OVER (PARTITION BY ${[...by, 'day'].join(', ')} ORDER BY began
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
  const columns = [...by, 'began', 'counted'].join(', ')
  return {
    text: `SELECT ${columns}, known - lagInFrame(known, 1, 0) ${running} AS seen
      FROM (SELECT ${columns}, day, uniqExactMerge(visited) ${running} AS known FROM (${text}))`,
    params,
  }
}

const setsOf = (sets: readonly (readonly string[])[]): string =>
  `GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`
