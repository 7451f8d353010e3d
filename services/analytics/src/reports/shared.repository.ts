import type { Query } from '../store/clickhouse.client.ts'
import type { Slice } from './filter.rules.ts'
import { writePiece } from './piece.repository.ts'
import { linkColumnOf, planClicks, type ReportQuery } from './plan.rules.ts'
import { settingsOf } from './query.repository.ts'
import type { Scope } from './scope.rules.ts'

/** A row of the answer to the nth question, from 1. */
export interface SharedRow {
  nth: number
  value: string
  title: string
  clicks: number
  visitors: number
  /** Rows of the question. */
  total: number
}

/** Whether a question can share a query: rows are the values of one column of clicks, and have a title. */
export const canShare = (reportQuery: ReportQuery): boolean =>
  reportQuery.by?.length === 1 && !reportQuery.interval && !linkColumnOf(reportQuery)

/** One query for several questions about a small scope, each sorted by clicks and title. */
export function writeShared(
  scope: Scope,
  reportQueries: readonly ReportQuery[],
  page: Slice,
): Query {
  const by = reportQueries.flatMap((it) => it.by ?? [])
  const titles = reportQueries.flatMap((it) => it.title ?? { sql: "''" })
  const [label] = reportQueries.flatMap((it) => it.label ?? [])
  const reportQuery: ReportQuery = { by, apart: true, ...(label && { label }) }
  const step = planClicks(scope, reportQuery)
  const [piece] = step.pieces.map((it, n) => writePiece(scope, reportQuery, step, it, n))
  const textOf = (expressions: readonly string[]) =>
    `[${expressions.map((it) => `toString(${it})`).join(', ')}][nth]`
  return {
    text: `SELECT indexOf({masks:Array(UInt64)}, groupingMask) AS nth, ${textOf(by)} AS value,
        ${textOf(titles.map(({ sql }) => sql))} AS title,
        clicks, visitors, count() OVER (PARTITION BY nth) AS total
      FROM (${piece?.text}) AS counted ${titles.map(({ join = '' }) => join).join(' ')}
      ORDER BY nth, clicks DESC, lowerUTF8(title), value
      LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY nth ${settingsOf(step)}`,
    params: Object.assign(
      { ...piece?.params, ...page, masks: by.map((it) => maskOf(by, it)) },
      ...titles.map(({ params }) => params),
    ),
  }
}

/** The bit mask of the columns that are not in a row of one of them, as the function `grouping` returns it. */
const maskOf = (by: readonly string[], column: string): number =>
  by.reduce((mask, it) => 2 * mask + (it === column ? 0 : 1), 0)
