import { type ClickHouse, isTooMuch, type Query } from '../store/clickhouse.client.ts'
import { dayOf } from '../visitors/day.rules.ts'
import { type Subject, subjectOf } from '../visitors/subject.rules.ts'
import { beganOf, timeOf } from './count.repository.ts'
import type { Interval } from './period.rules.ts'
import { within } from './rollup.rules.ts'
import {
  conditionsOf,
  fixedColumns,
  readClicks,
  type Scope,
  shownPeriod,
} from './scope.repository.ts'
import { type CountedDays, planVisits, type VisitPlan } from './visit.rules.ts'

interface Counting {
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

/** The visitors of a row by its name; undefined if counting them would take too long. */
type VisitorCounts = (key: string) => number | undefined

/** A destination of a link, by its hash. */
interface Original {
  link_id: number
  hash: string
}

/** The name of a destination in counts of visitors. */
export const originalKey = ({ link_id, hash }: Original): string => `${link_id}/${hash}`
const ORIGINAL = "concat(toString(link_id), '/', toString(url_hash))"

/** Limits that keep a count of visitors from delaying the clicks beside it. */
const LIMITS =
  'SETTINGS max_rows_to_read = 30000000, max_execution_time = 2, optimize_use_projections = 0'

/** Rows that are read before it is known which of them are shown. */
const LIKELY = 1_000

/**
 * Counts visitors: once per UTC day in each row of an answer, in the interval of their first click
 * in that row, day and period. Clicks without a known visitor are left out. Bots, if included, are
 * visitors of their own. Everything throws unavailable.
 */
export function visitorRepository(clickhouse: ClickHouse) {
  async function read({ text, params }: Query): Promise<Map<string, number> | undefined> {
    try {
      const rows = await clickhouse.read<{ key: string; visitors: number }>({ text, params })
      return new Map(rows.map((it) => [it.key, it.visitors]))
    } catch (error) {
      if (isTooMuch(error)) return undefined
      throw error
    }
  }

  const countsOf =
    (rows: Map<string, number> | undefined): VisitorCounts =>
    (key) =>
      rows && (rows.get(key) ?? 0)

  /** Counts of one scope. Reads at once which days are counted, beside the clicks. */
  return (scope: Scope) => {
    const days = clickhouse.read<CountedDays>(readDays(scope))
    days.catch(() => {}) // also fails the counts below, if there are any

    async function rowsOf(counting: Counting) {
      const subject = subjectFor(scope, counting)
      const [counted] = subject ? await days : []
      return read(readVisitors(scope, counting, subject, planVisits(shownPeriod(scope), counted)))
    }
    const count = async (counting: Counting) => countsOf(await rowsOf(counting))

    return {
      /** The visitors of each row. */
      count,

      /** The visitors of some values of a column, which are counted before they are known. */
      async countValues(column: string, values: Promise<readonly string[]>) {
        const key = `toString(${column})`
        const [likely, shown] = await Promise.all([
          rowsOf({ by: [column], key, rest: `ORDER BY visitors DESC LIMIT ${LIKELY}` }),
          values,
        ])
        if (!likely || likely.size < LIKELY || shown.every((it) => likely.has(it))) {
          return countsOf(likely)
        }
        const and = `${key} IN {shown:Array(String)}`
        return count({ by: [column], and, key, params: { shown } })
      },

      /** The visitors of some links; the name of a row is the id. */
      countLinks: (links: readonly number[]) =>
        count({
          by: ['link_id'],
          and: 'link_id IN {links:Array(UInt64)}',
          key: 'toString(link_id)',
          params: { links },
        }),

      /** The visitors of some destinations, by `originalKey`. */
      countOriginals: (originals: readonly Original[]) =>
        count({
          by: ['link_id', 'url_hash'],
          and: `link_id IN {links:Array(UInt64)} AND ${ORIGINAL} IN {originals:Array(String)}`,
          key: ORIGINAL,
          params: {
            links: [...new Set(originals.map(({ link_id }) => link_id))],
            originals: originals.map(originalKey),
          },
        }),

      /**
       * The visitors of some folders or tags, each with all of its current links; `label` is the
       * SQL of their ids. The name of a row is the id.
       */
      async countLabels(label: string, ids: readonly string[]) {
        const { text, params } = readClicks(scope, {
          select: 'link_id, toDate(created_at) AS day, is_bot, visitor',
          and: 'visitor != 0',
          rest: 'GROUP BY ALL',
        })
        const rows = await read({
          text: `SELECT toString(${label}) AS key, uniqExact(day, is_bot, visitor) AS visitors
            FROM (${text}) AS visit LEFT JOIN (
              SELECT link_id, folder_id, tag_ids FROM links_v1 FINAL
              WHERE org_id = {orgId:UInt64}) AS link USING (link_id)
            GROUP BY key HAVING key IN {ids:Array(String)} ${LIMITS}`,
          params: { ...params, ids },
        })
        return countsOf(rows)
      },
    }
  }
}

/** The subject whose counts answer a question, for days that are counted. */
function subjectFor(scope: Scope, { by = [], interval }: Counting): Subject | undefined {
  const columns = [...by, ...conditionsOf(scope).columns]
  const fixed = fixedColumns(scope)
  // With several values, a visitor of one row could be in several rows of the subject.
  if (!columns.every((it) => by.includes(it) || fixed.has(it))) return undefined
  const subject = subjectOf(columns)
  const grain = subject?.first === 'toStartOfDay' ? 'day' : 'quarter'
  return !interval || within(grain, interval, scope.period.zone) ? subject : undefined
}

const readDays = (scope: Scope): Query => {
  const { fromMs, toMs } = shownPeriod(scope)
  const ms = (date: string) => `toInt64(toUnixTimestamp(toDateTime(${date}, 'UTC'))) * 1000`
  return {
    text: `SELECT ${ms('maxIf(day, org_id = 0)')} AS knownMs,
        groupArrayIf(generation, org_id != 0 AND generation != 0) AS generations,
        groupArrayIf(${ms('day')}, org_id != 0 AND generation = 0) AS open
      FROM visitor_days_v1 FINAL
      WHERE org_id = 0 OR org_id = {orgId:UInt64} AND day >= {from:Date} AND day < {to:Date}`,
    params: { orgId: scope.orgId, from: dayOf(fromMs), to: dayOf(Math.min(toMs, FAR_MS)) },
  }
}

/** The end of the years that a Date can hold. */
const FAR_MS = Date.UTC(2149, 0, 1)

function readVisitors(
  scope: Scope,
  { by = [], interval, and, key, rest = '', params }: Counting,
  subject: Subject | undefined,
  { counted, ranges }: VisitPlan,
): Query {
  const began = interval && beganOf(interval, scope.period)
  const { conditions, params: filtered } = conditionsOf(scope)
  const bound: Record<string, unknown> = { ...filtered, ...began?.params, ...params }
  const pieces: string[] = []
  if (ranges.length > 0) {
    const time = timeOf({ grain: undefined, ranges }, 0)
    Object.assign(bound, time.params)
    const keys = by.map((it) => (it === 'url_hash' ? 'sipHash64(url) AS url_hash' : it))
    // Where only the day matters, sets of visitors are twice as fast as their first clicks.
    const [first, visitor] =
      !interval || within('day', interval, scope.period.zone)
        ? ['toStartOfDay(created_at) AS first, uniqExact(visitor) AS counted', '']
        : ['min(created_at) AS first, 1 AS counted', ', visitor']
    pieces.push(`SELECT ${[...keys, first].join(', ')} FROM clicks_raw_v1
      WHERE ${[...conditions, time.condition, 'visitor != 0', ...(and ? [and] : [])].join(' AND ')}
      GROUP BY ${[...by, 'toStartOfDay(created_at)', 'is_bot'].join(', ')}${visitor}`)
  }
  if (subject && counted) {
    const { fromMs, toMs, generations } = counted
    Object.assign(bound, { subject: subject.name, generations, sinceMs: fromMs, untilMs: toMs })
    const keys = Object.entries(subject.columns).map(([name, column]) => `${column} AS ${name}`)
    const time = [
      "visitors_v1.first >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')",
      "visitors_v1.first < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')",
      'generation IN {generations:Array(UInt64)}',
    ]
    pieces.push(`SELECT ${[...by, 'first', 'visitors AS counted'].join(', ')} FROM (
      SELECT ${[...keys, 'org_id', 'is_bot', 'first', 'visitors'].join(', ')} FROM visitors_v1
      WHERE subject = {subject:String} AND ${time.join(' AND ')})
      WHERE ${[...conditions, ...(and ? [and] : [])].join(' AND ')}`)
  }
  const columns = [...by, ...(began ? [`${began.of('first')} AS began`] : []), 'counted']
  return {
    text: `SELECT ${key} AS key, sum(counted) AS visitors FROM (
        SELECT ${columns.join(', ')} FROM (${pieces.join('\n    UNION ALL ')}))
      GROUP BY key ${rest} ${LIMITS}`,
    params: bound,
  }
}
