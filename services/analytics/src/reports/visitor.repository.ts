import { type ClickHouse, isTooMuch } from '../store/clickhouse.client.ts'
import { dayOf } from '../visitors/day.rules.ts'
import { type CountedDays, type Range, splitDays } from './days.rules.ts'
import { planVisitors, type ReportQuery, type Step } from './plan.rules.ts'
import { writeQuery } from './query.repository.ts'
import { type Scope, shownPeriod } from './scope.rules.ts'

/** A row with the columns of a question. */
export type Values = Record<string, unknown>

/** Rows of visitors that are read before it is known which rows are shown. */
const LIKELY = 1_000

/** Columns with so many values that counting all takes longer than waiting for those that are shown. */
const MANY = new Set(['region', 'city', 'link_id', 'url_hash', 'folder_id', 'tag_id'])

/**
 * Counts the visitors of rows of a large scope: once per UTC day in each row, in the interval of their first click in
 * that row, day and period. Clicks without a known visitor are left out. Bots, if included, are visitors of their own.
 */
export function visitorRepository(clickhouse: ClickHouse, scope: Scope) {
  let days: Promise<CountedDays | undefined> | undefined

  /** Which days are counted; read once, beside the clicks. */
  async function readDays(): Promise<CountedDays | undefined> {
    const { whole } = splitDays(shownPeriod(scope))
    days ??= whole && readCountedDays(clickhouse, scope.orgId, whole)
    return days
  }

  /** The visitors of rows, in parts that are added up; undefined if a part would take too long. */
  async function readParts(reportQuery: ReportQuery): Promise<Values[][] | undefined> {
    const { steps, ofDays } = planVisitors(scope, reportQuery)
    const read = (step: Step) => clickhouse.read<Values>(writeQuery(scope, reportQuery, step))
    const parts = [...steps.map(read), ...(ofDays ? [readDays().then(ofDays).then(read)] : [])]
    try {
      return await Promise.all(parts)
    } catch (error) {
      if (isTooMuch(error)) return undefined
      throw error
    }
  }

  /**
   * The visitors of the rows of an answer, as a function of the row; unless there are many rows, counted before it is
   * known which are shown. Throws unavailable.
   */
  return async (
    { by = [], interval, only, page }: ReportQuery,
    shown: Promise<readonly Values[]>,
  ): Promise<(row: Values) => number | undefined> => {
    const keyOf = (row: Values) => [...by, 'start'].map((it) => row[it]).join('/')
    const countsOf = (parts: readonly (readonly Values[])[] | undefined) => {
      if (!parts) return () => undefined
      const counts = new Map<string, number>()
      for (const row of parts.flat()) {
        const key = keyOf(row)
        counts.set(key, (counts.get(key) ?? 0) + Number(row.visitors))
      }
      return (row: Values) => counts.get(keyOf(row)) ?? 0
    }
    const all: ReportQuery = { by, ...(interval && { interval }), ...(only && { only }) }
    if (!page || interval) return countsOf(await readParts(all))
    if (by.some((it) => MANY.has(it))) {
      if (planVisitors(scope, all).ofDays) readDays().catch(() => {}) // fails the counts below, too
    } else {
      const likely = { ...all, order: 'visitors DESC', page: { offset: 0, limit: LIKELY } }
      const [parts, rows] = await Promise.all([readParts(likely), shown])
      const has = (part: readonly Values[]) => {
        const keys = new Set(part.map(keyOf))
        return part.length < LIKELY || rows.every((it) => keys.has(keyOf(it)))
      }
      if (!parts || parts.every(has)) return countsOf(parts)
    }
    const rows = await shown
    if (rows.length === 0) return () => 0
    const ofPage = by.map((name) => [name, [...new Set(rows.map((it) => bound(name, it[name])))]])
    return countsOf(await readParts({ ...all, only: { ...only, ...Object.fromEntries(ofPage) } }))
  }
}

/** A value of a row as it is bound to a parameter. */
const bound = (name: string, value: unknown) =>
  name === 'url_hash' ? BigInt(String(value)) : (value as number | string)

async function readCountedDays(clickhouse: ClickHouse, orgId: number, { fromMs, toMs }: Range) {
  const ms = (date: string) => `toInt64(toUnixTimestamp(toDateTime(${date}, 'UTC'))) * 1000`
  const [days] = await clickhouse.read<CountedDays>({
    text: `SELECT ${ms('maxIf(day, org_id = 0)')} AS knownMs,
        groupArrayIf(generation, org_id != 0 AND generation != 0) AS generations,
        groupArrayIf(${ms('day')}, org_id != 0 AND generation = 0) AS open
      FROM visitor_days_v1 FINAL
      WHERE org_id = 0 OR org_id = {orgId:UInt64} AND day >= {from:Date} AND day < {to:Date}`,
    params: { orgId, from: dayOf(fromMs), to: dayOf(Math.min(toMs, FAR_MS)) },
  })
  return days
}

/** The end of the years that a Date can hold. */
const FAR_MS = Date.UTC(2149, 0, 1)
