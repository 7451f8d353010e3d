import { deadline } from '@fingerpost/kit/process/pace'
import type { Query } from '../store/clickhouse.client.ts'
import type { Subject } from '../visitors/subject.rules.ts'
import { beganOf, timeOf } from './count.repository.ts'
import type { Interval } from './period.rules.ts'
import { within } from './rollup.rules.ts'
import { conditionsOf, type Scope } from './scope.repository.ts'
import type { Range, VisitPlan } from './visit.rules.ts'

export interface Counting {
  /** Columns whose values make a row; `url_hash` is the hash of the destination. */
  by?: readonly string[]
  /** Interval in the period's time zone, as column `began`. */
  interval?: Interval
  /** Additional condition on the columns of `by`. */
  and?: string
  /** SQL of the name of a row, from `by` and `began`. */
  key: string
  /** SQL after the rows, which are `key` and `visitors`. */
  rest?: string
  params?: Record<string, unknown>
}

/** Limits that keep a count of visitors from delaying the clicks beside it. */
export const limits = () =>
  `SETTINGS max_rows_to_read = 30000000, max_execution_time = ${deadline(2)},
    optimize_use_projections = 0`

/** For a few hundred thousand rows, of which a second thread takes longer than it saves. */
const oneThread = () => `${limits()}, max_threads = 1`

/** Visitors of a plan: from counts of days, and from the single clicks of other ranges. */
export function readVisitors(
  scope: Scope,
  counting: Counting,
  subject: Subject,
  { counted, ranges }: VisitPlan,
): Query {
  const pieces: Query[] = []
  if (ranges.length > 0) pieces.push(ofRanges(scope, counting, ranges))
  if (counted) pieces.push(ofCounts(scope, counting, subject, counted))
  return join(counting, pieces, ranges.length > 0 ? limits() : oneThread())
}

/** Visitors of a range, from single clicks alone. */
export const readClickVisitors = (scope: Scope, counting: Counting, range: Range): Query =>
  join(counting, [ofRanges(scope, counting, [range])], limits())

/** Visitors of parts of days, each of one UTC day. */
export const readParts = (scope: Scope, counting: Counting, parts: readonly Range[]): Query => {
  const { interval } = counting
  if (interval && !within('day', interval, scope.period.zone)) {
    return join(counting, [ofRanges(scope, counting, parts)], oneThread())
  }
  const pieces = parts.map((part, n) => ofPart(scope, counting, part, n))
  return join(counting, pieces, oneThread())
}

/** Rows of pieces; a row can be in several. */
function join({ rest, params }: Counting, pieces: readonly Query[], settings: string): Query {
  const rows = pieces.map(({ text }) => text).join('\n    UNION ALL ')
  return {
    text: rest
      ? `SELECT key, sum(piece.visitors) AS visitors FROM (${rows}) AS piece GROUP BY key ${rest} ${settings}`
      : `${rows} ${settings}`,
    params: Object.assign({}, params, ...pieces.map((it) => it.params)),
  }
}

const SET = 'uniqExactIf(visitor, visitor != 0)' // faster than a condition of the rows

/** Names that the key of a row may use, as SQL, with their parameters. */
function namesOf({ period }: Scope, { by = [], interval }: Counting, first: string) {
  const began = interval && beganOf(interval, period)
  return {
    hash: by.includes('url_hash') ? ['sipHash64(url) AS url_hash'] : [],
    began: began ? [`${began.of(first)} AS began`] : [],
    params: began?.params,
  }
}

const withs = (...names: string[]) => (names.length > 0 ? `WITH ${names.join(', ')} ` : '')
const groupBy = (names: readonly string[]) =>
  names.length > 0 ? `GROUP BY ${names.join(', ')}` : ''
const rowsOf = ({ filter }: Scope, { by = [] }: Counting) =>
  filter.include_bots ? [...by, 'is_bot'] : [...by]

/** In one query without a subquery, which would take two milliseconds more. */
function ofPart(scope: Scope, counting: Counting, part: Range, n: number): Query {
  const { conditions, params } = conditionsOf(scope)
  const time = timeOf({ grain: undefined, ranges: [part] }, n)
  const names = namesOf(scope, counting, `fromUnixTimestamp64Milli({from${n}_0:Int64}, 'UTC')`)
  const met = [...conditions, time.condition, ...(counting.and ? [counting.and] : [])]
  return {
    text: `${withs(...names.hash, ...names.began)}SELECT ${counting.key} AS key, ${SET} AS visitors
      FROM clicks_raw_v1 WHERE ${met.join(' AND ')} ${groupBy(rowsOf(scope, counting))}`,
    params: { ...params, ...time.params, ...names.params },
  }
}

function ofRanges(scope: Scope, counting: Counting, ranges: readonly Range[]): Query {
  const { by = [], interval, key, and } = counting
  const { conditions, params } = conditionsOf(scope)
  const time = timeOf({ grain: undefined, ranges: [...ranges] }, 0)
  const names = namesOf(scope, counting, 'first')
  const met = [...conditions, time.condition, ...(and ? [and] : [])]
  const rows = [...rowsOf(scope, counting), 'toStartOfDay(created_at)']
  const counted = ['toStartOfDay(created_at) AS first', `${SET} AS counted`]
  // Where only the day matters, sets of visitors are twice as fast as their first clicks.
  if (interval && !within('day', interval, scope.period.zone)) {
    met.push('visitor != 0')
    counted.splice(0, 2, 'min(created_at) AS first', '1 AS counted')
    rows.push('visitor')
  }
  return {
    text: `${withs(...names.began)}SELECT ${key} AS key, sum(counted) AS visitors FROM (
        ${withs(...names.hash)}SELECT ${[...by, ...counted].join(', ')} FROM clicks_raw_v1
        WHERE ${met.join(' AND ')} ${groupBy(rows)})
      GROUP BY key`,
    params: { ...params, ...time.params, ...names.params },
  }
}

function ofCounts(
  scope: Scope,
  counting: Counting,
  subject: Subject,
  { fromMs, toMs, generations }: NonNullable<VisitPlan['counted']>,
): Query {
  const { conditions, params } = conditionsOf(scope)
  const names = namesOf(scope, counting, 'first')
  const columns = Object.entries(subject.columns).map(([name, column]) => `${column} AS ${name}`)
  const met = [
    'subject = {subject:String}',
    "first >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')",
    "first < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')",
    'generation IN {generations:Array(UInt64)}',
    ...conditions,
    ...(counting.and ? [counting.and] : []),
  ]
  return {
    text: `${withs(...columns, ...names.began)}SELECT ${counting.key} AS key,
        sum(visitors_v1.visitors) AS visitors
      FROM visitors_v1 WHERE ${met.join(' AND ')} GROUP BY key`,
    params: {
      ...params,
      ...names.params,
      subject: subject.name,
      generations,
      sinceMs: fromMs,
      untilMs: toMs,
    },
  }
}
