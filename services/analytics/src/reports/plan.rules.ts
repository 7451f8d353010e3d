import { type Subject, subjectOf } from '../visitors/subject.rules.ts'
import { type CountedDays, planVisits, type Range, splitDays } from './days.rules.ts'
import type { Slice } from './filter.rules.ts'
import type { Interval } from './period.rules.ts'
import { type ClickPiece, planRollups, within } from './rollup.rules.ts'
import { filterColumns, fixedColumns, isSmall, type Scope, shownPeriod } from './scope.rules.ts'

type Measure = 'clicks' | 'visitors'

/** What a report asks about the clicks of a scope. */
export interface ReportQuery {
  /** Columns whose values make a row: of clicks, or one of `LINK_COLUMNS`. `url_hash` is that of the destination. */
  by?: readonly string[]
  /** Interval in the period's time zone that makes a row, too: SQL column `began`, `start` in the answer. */
  interval?: Interval
  /** By default, both. Without any, the answer lists the rows. */
  measures?: readonly Measure[]
  /** The only values of columns of `by`. */
  only?: Readonly<Record<string, readonly (number | bigint | string)[]>>
  /** A further column: `label` is its value in any click of the row, or empty if only rollups are read. */
  label?: 'domain' | 'url'
  /** The displayed text of a row, from `by` and `label`. */
  title?: Title
  /** SQL. */
  order?: string
  /** Rows of each column of `by` on its own instead of rows of all: `groupingMask` tells them apart. */
  apart?: true
  /** Rows of the answer, or, with `per`, of each value of a column. */
  page?: Slice & { per?: string }
}

/** SQL with its parameters, and the join that it needs. */
interface Title {
  sql: string
  join?: string
  params?: Record<string, unknown>
}

/** Properties that links have now, as SQL of `links_v1`; a link with several tags counts in each. */
export const LINK_COLUMNS: Record<string, string> = {
  folder_id: 'folder_id',
  tag_id: 'arrayJoin(tag_ids)',
}
export const linkColumnOf = ({ by = [] }: ReportQuery): string | undefined =>
  by.find((it) => it in LINK_COLUMNS)

/** A part of the period, read from one source: a rollup, the counts of visitors by day, or single clicks. */
export type Piece = ClickPiece | CountedPiece
export interface CountedPiece {
  subject: Subject
  range: Range
  generations: readonly number[]
}

/** One query: pieces whose rows are added up. */
export interface Step {
  measures: readonly Measure[]
  pieces: readonly Piece[]
  /** For few rows, of which a second thread takes longer than it saves. */
  oneThread: boolean
  /** Sums the visitors of UTC days: the sets of several days take half the time of one set of all. */
  byDay?: true
}

/** How clicks are counted and, in a small scope, visitors with them. */
export function planClicks(scope: Scope, reportQuery: ReportQuery): Step {
  const { measures = ['clicks', 'visitors'], interval, label } = reportQuery
  const period = shownPeriod(scope)
  if (isSmall(scope)) return { measures, pieces: [{ ranges: [period] }], oneThread: true }
  const columns = [...clickColumns(scope, reportQuery), ...(label === 'domain' ? [label] : [])]
  const pieces = planRollups(period, columns, interval)
  return { measures: measures.filter((it) => it === 'clicks'), pieces, oneThread: false }
}

/**
 * How the visitors of a large scope are counted: whole UTC days from their counts, once it is known which days are
 * counted, and beside them the single clicks of the parts of days. Without a fitting subject, from single clicks.
 */
export function planVisitors(scope: Scope, reportQuery: ReportQuery) {
  const period = shownPeriod(scope)
  const subject = subjectFor(scope, reportQuery)
  if (!subject) return { steps: [visitorStep([{ ranges: [period] }])] }
  const { parts, whole } = splitDays(period)
  const steps = parts.length > 0 ? [visitorStep([{ ranges: parts }], true)] : []
  if (!whole) return { steps }
  const ofDays = (days: CountedDays | undefined): Step => {
    const { counted, ranges } = planVisits(whole, days)
    const pieces: Piece[] = ranges.length > 0 ? [{ ranges }] : []
    if (counted) pieces.push({ subject, ...counted })
    return visitorStep(pieces, ranges.length === 0)
  }
  return { steps, ofDays }
}

const visitorStep = (pieces: readonly Piece[], oneThread = false): Step => ({
  measures: ['visitors'],
  pieces,
  oneThread,
  byDay: true,
})

/** Whether an interval begins within a UTC day: a visitor of the day counts in that of the first click. */
export const cutsDays = ({ interval }: ReportQuery, { period }: Scope): boolean =>
  interval !== undefined && !within('day', interval, period.zone)

/** The columns of clicks that a question reads. */
const clickColumns = (scope: Scope, { by = [] }: ReportQuery): string[] => [
  ...by.map((it) => (it in LINK_COLUMNS ? 'link_id' : it)),
  ...filterColumns(scope),
]

/** The subject whose counts answer a question, for days that are counted. */
function subjectFor(scope: Scope, reportQuery: ReportQuery): Subject | undefined {
  const { by = [], interval } = reportQuery
  if (linkColumnOf(reportQuery)) return undefined
  const columns = clickColumns(scope, reportQuery)
  const fixed = fixedColumns(scope)
  // With several values, a visitor of one row could be in several rows of the subject.
  if (!columns.every((it) => by.includes(it) || fixed.has(it))) return undefined
  const subject = subjectOf(columns)
  const grain = subject?.first === 'toStartOfDay' ? 'day' : 'quarter'
  return !interval || within(grain, interval, scope.period.zone) ? subject : undefined
}
