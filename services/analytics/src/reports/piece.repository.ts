import type { Query } from '../store/clickhouse.client.ts'
import {
  type CountedPiece,
  cutsDays,
  LINK_COLUMNS,
  linkColumnOf,
  type Piece,
  type ReportQuery,
  type Step,
} from './plan.rules.ts'
import type { ClickPiece } from './rollup.rules.ts'
import { conditionsOf } from './scope.repository.ts'
import type { Scope } from './scope.rules.ts'
import { beganOf, inRanges, timeOf } from './time.repository.ts'

/**
 * Combines visitor, day and whether it is a bot into one number, which is three times as fast as a tuple.
 * Visitors are random 64-bit numbers, so two of these are as unlikely to be equal.
 */
const VISIT = `visitor + toUInt64(toDate(created_at)) * 11400714819323198485
    + is_bot * 14029467366897019727`

/** SQL of the measures of single clicks and rollups. */
const MEASURES = {
  clicks: 'count() AS clicks',
  visitors: `uniqExactIf(${VISIT}, visitor != 0) AS visitors`,
}

const VISITORS_OF_DAY = 'uniqExactIf(visitor, visitor != 0) AS visitors'

/** The rows of the nth piece of a step; of links instead of one of `LINK_COLUMNS`. */
export function writePiece(
  scope: Scope,
  reportQuery: ReportQuery,
  step: Step,
  it: Piece,
  n: number,
) {
  if ('subject' in it) return writeCounted(scope, reportQuery, it)
  if (step.measures.includes('visitors')) {
    if (linkColumnOf(reportQuery)) return writeVisits(scope, reportQuery, it, n)
    if (cutsDays(reportQuery, scope)) return writeFirstVisits(scope, reportQuery, step, it, n)
  }
  return writeClicks(scope, reportQuery, step, it, n)
}

/** Clicks, and visitors where no interval cuts a UTC day. */
function writeClicks(
  scope: Scope,
  reportQuery: ReportQuery,
  { measures, pieces, byDay }: Step,
  piece: ClickPiece,
  n: number,
): Query {
  const { by = [], label, apart } = reportQuery
  const { keys, where, params } = partsOf(scope, reportQuery, piece, n)
  const values = byDay ? [VISITORS_OF_DAY] : measures.map((it) => MEASURES[it])
  // Rollups have only the hashes of destinations.
  const fromRollups = pieces.some((it) => 'grain' in it && it.grain)
  if (label && !fromRollups) values.push(`any(${label}) AS label`)
  else if (label) keys.push(label === 'url' ? "'' AS label" : `${label} AS label`)
  if (apart) values.push(`grouping(${by.join(', ')}) AS groupingMask`)
  const days = [...by, ...(reportQuery.interval ? ['began'] : []), 'toDate(created_at)']
  if (scope.filter.include_bots) days.push('is_bot')
  const sets = `GROUPING SETS (${by.map((it) => `(${it})`).join(', ')})`
  const groups = byDay ? days.join(', ') : apart ? sets : keys.length > 0 && 'ALL'
  return {
    text: `SELECT ${[...keys, ...values].join(', ')} FROM clicks_raw_v1
      ${where} ${groups ? `GROUP BY ${groups}` : ''}`,
    params,
  }
}

/**
 * One row per interval and UTC day. `visitors` is the number of those whose first click of the day is in the
 * interval: the distinct ones of the day so far, minus those up to the row before.
 */
function writeFirstVisits(
  scope: Scope,
  reportQuery: ReportQuery,
  { measures }: Step,
  piece: ClickPiece,
  n: number,
): Query {
  const { by = [] } = reportQuery
  const { keys, where, params } = partsOf(scope, reportQuery, piece, n)
  const running = `OVER (PARTITION BY ${[...by, 'day'].join(', ')} ORDER BY began
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
  const names = [...by, 'began', ...measures.filter((it) => it === 'clicks')].join(', ')
  const days = `SELECT ${keys.join(', ')}, toDate(created_at) AS day, ${MEASURES.clicks},
      uniqExactStateIf(${VISIT}, visitor != 0) AS visited
    FROM clicks_raw_v1 ${where} GROUP BY ALL`
  const known = `SELECT ${names}, day, uniqExactMerge(visited) ${running} AS known FROM (${days})`
  return {
    text: `SELECT ${names}, toUInt64(known - lagInFrame(known, 1, 0) ${running}) AS visitors
      FROM (${known})`,
    params,
  }
}

/** Each visitor of a link and day once: `visit` is 0 if unknown. */
function writeVisits(scope: Scope, reportQuery: ReportQuery, piece: ClickPiece, n: number): Query {
  const { keys, where, params } = partsOf(scope, reportQuery, piece, n)
  return {
    text: `SELECT ${keys.join(', ')}, if(visitor = 0, 0, ${VISIT}) AS visit, ${MEASURES.clicks}
      FROM clicks_raw_v1 ${where} GROUP BY ALL`,
    params,
  }
}

/** Visitors of counted days. */
function writeCounted(scope: Scope, reportQuery: ReportQuery, piece: CountedPiece): Query {
  const { subject, range, generations } = piece
  const { by = [], interval } = reportQuery
  const { conditions, params } = conditionsFor(scope, reportQuery)
  const began = interval && beganOf(interval, scope.period)
  const names = Object.entries(subject.columns).map(([name, column]) => `${column} AS ${name}`)
  const columns = [
    ...by,
    ...(began ? [`${began.of('first')} AS began`] : []),
    'sum(visitors_v1.visitors) AS visitors',
  ]
  return {
    text: `${names.length > 0 ? `WITH ${names.join(', ')}` : ''} SELECT ${columns.join(', ')}
      FROM visitors_v1
      WHERE subject = {subject:String}
        AND first >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')
        AND first < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
        AND generation IN {generations:Array(UInt64)}
        AND ${conditions.join('\n        AND ')} ${columns.length > 1 ? 'GROUP BY ALL' : ''}`,
    params: {
      ...params,
      ...began?.params,
      subject: subject.name,
      generations,
      sinceMs: range.fromMs,
      untilMs: range.toMs,
    },
  }
}

/** The keys of the rows of clicks, and their conditions. */
function partsOf(scope: Scope, reportQuery: ReportQuery, { grain, ranges }: ClickPiece, n: number) {
  const { by = [], interval } = reportQuery
  const { conditions, params } = conditionsFor(scope, reportQuery)
  const time = inRanges(grain, ranges, n)
  const began = interval && beganOf(interval, scope.period)
  const sqlOf = (name: string) => {
    if (name in LINK_COLUMNS) return 'link_id'
    return name === 'url_hash' ? 'sipHash64(url) AS url_hash' : name
  }
  return {
    keys: [...by.map(sqlOf), ...(began ? [`${began.of(timeOf(grain))} AS began`] : [])],
    where: `WHERE ${[...conditions, time.condition].join('\n        AND ')}`,
    params: { ...params, ...time.params, ...began?.params } as Record<string, unknown>,
  }
}

const NUMBERS: readonly string[] = ['link_id', 'domain_id', 'url_hash']

/** The conditions of the scope, and those of a question on clicks. */
function conditionsFor(scope: Scope, { only = {} }: ReportQuery) {
  const { conditions, params } = conditionsOf(scope)
  for (const [name, values] of Object.entries(only)) {
    params[`only_${name}`] = values
    if (name in LINK_COLUMNS) continue
    const type = NUMBERS.includes(name) ? 'UInt64' : 'String'
    conditions.push(`${name} IN {only_${name}:Array(${type})}`)
  }
  return { conditions, params }
}
