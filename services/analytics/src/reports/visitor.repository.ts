import { isIdFilter } from '@fingerpost/protos/dimensions'
import { type ClickHouse, isTooMuch, type Query } from '../store/clickhouse.client.ts'
import { dayOf } from '../visitors/day.rules.ts'
import { type Subject, subjectOf } from '../visitors/subject.rules.ts'
import { within } from './rollup.rules.ts'
import {
  conditionsOf,
  fixedColumns,
  isFew,
  readClicks,
  type Scope,
  shownPeriod,
} from './scope.repository.ts'
import {
  type Counting,
  limits,
  readClickVisitors,
  readParts,
  readVisitors,
} from './visit.repository.ts'
import { type CountedDays, planVisits, type Range, splitDays } from './visit.rules.ts'

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

/** Rows that are read before it is known which of them are shown. */
const LIKELY = 1_000

/** Columns with so many values that counting all takes longer than waiting for those that are shown. */
const MANY = new Set(['region', 'city'])

/**
 * Counts visitors: once per UTC day in each row of an answer, in the interval of their first click
 * in that row, day and period. Clicks without a known visitor are left out. Bots, if included, are
 * visitors of their own. Those of few clicks are counted with the clicks instead, in `readFew`, except
 * for labels. Everything throws unavailable.
 */
export function visitorRepository(clickhouse: ClickHouse) {
  async function read({ text, params }: Query): Promise<Map<string, number> | undefined> {
    try {
      const rows = await clickhouse.read<{ key: string; visitors: number }>({ text, params })
      const counts = new Map<string, number>()
      for (const it of rows) counts.set(it.key, (counts.get(it.key) ?? 0) + it.visitors)
      return counts
    } catch (error) {
      if (isTooMuch(error)) return undefined
      throw error
    }
  }

  const countsOf =
    (pieces: readonly (Map<string, number> | undefined)[]): VisitorCounts =>
    (key) =>
      pieces.reduce<number | undefined>(
        (total, rows) => (rows && total !== undefined ? total + (rows.get(key) ?? 0) : undefined),
        0,
      )

  /** Counts of one scope. Unless its clicks are few, reads at once which days are counted. */
  return (scope: Scope) => {
    const period = shownPeriod(scope)
    const { parts, whole } = splitDays(period)
    const days =
      whole && !isFew(scope)
        ? clickhouse.read<CountedDays>(readDays(scope.orgId, whole))
        : undefined
    days?.catch(() => {}) // also fails the counts below, if there are any

    async function countDays(counting: Counting, subject: Subject, of: Range) {
      const [known] = (await days) ?? []
      return read(readVisitors(scope, counting, subject, planVisits(of, known)))
    }

    /**
     * Clicks that no subject counts are read one by one. Otherwise whole days are read from counts, and
     * beside them the single clicks of the parts of days.
     */
    function piecesOf(counting: Counting) {
      const subject = subjectFor(scope, counting)
      if (!subject) return Promise.all([read(readClickVisitors(scope, counting, period))])
      return Promise.all([
        ...(parts.length > 0 ? [read(readParts(scope, counting, parts))] : []),
        ...(whole ? [countDays(counting, subject, whole)] : []),
      ])
    }
    const count = async (counting: Counting) => countsOf(await piecesOf(counting))

    return {
      /** The visitors of each row. */
      count,

      /** The visitors of some values of a column; unless it has many, counted before they are known. */
      async countValues(column: string, values: Promise<readonly string[]>) {
        const key = `toString(${column})`
        const countShown = async () =>
          count({
            by: [column],
            and: `${isIdFilter(column) ? key : column} IN {shown:Array(String)}`,
            key,
            params: { shown: await values },
          })
        if (MANY.has(column)) return countShown()
        const likely = { by: [column], key, rest: `ORDER BY visitors DESC LIMIT ${LIKELY}` }
        const [pieces, shown] = await Promise.all([piecesOf(likely), values])
        const has = (rows: Map<string, number> | undefined) =>
          !rows || rows.size < LIKELY || shown.every((it) => rows.has(it))
        return pieces.every(has) ? countsOf(pieces) : countShown()
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
            GROUP BY key HAVING key IN {ids:Array(String)} ${limits()}`,
          params: { ...params, ids },
        })
        return countsOf([rows])
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

const readDays = (orgId: number, { fromMs, toMs }: Range): Query => {
  const ms = (date: string) => `toInt64(toUnixTimestamp(toDateTime(${date}, 'UTC'))) * 1000`
  return {
    text: `SELECT ${ms('maxIf(day, org_id = 0)')} AS knownMs,
        groupArrayIf(generation, org_id != 0 AND generation != 0) AS generations,
        groupArrayIf(${ms('day')}, org_id != 0 AND generation = 0) AS open
      FROM visitor_days_v1 FINAL
      WHERE org_id = 0 OR org_id = {orgId:UInt64} AND day >= {from:Date} AND day < {to:Date}`,
    params: { orgId, from: dayOf(fromMs), to: dayOf(Math.min(toMs, FAR_MS)) },
  }
}

/** The end of the years that a Date can hold. */
const FAR_MS = Date.UTC(2149, 0, 1)
