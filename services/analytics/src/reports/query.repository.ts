import { deadline } from '@fingerpost/kit/process/pace'
import type { Query } from '../store/clickhouse.client.ts'
import { writePiece } from './piece.repository.ts'
import { cutsDays, LINK_COLUMNS, linkColumnOf, type ReportQuery, type Step } from './plan.rules.ts'
import type { Scope } from './scope.rules.ts'

/** The query of a step of the plan: a row has the columns of `by`, `start`, `label`, `title` and the measures. */
export function writeQuery(scope: Scope, reportQuery: ReportQuery, step: Step): Query {
  const { by = [], interval, label, title, order, page } = reportQuery
  const rows = writeRows(scope, reportQuery, step)
  const columns = [
    ...by.map((it) => (it === 'url_hash' ? 'toString(url_hash) AS url_hash' : it)),
    ...(interval ? ['toString(began) AS start'] : []),
    ...(label ? ['label'] : []),
    ...(title ? [`${title.sql} AS title`] : []),
    ...step.measures,
    ...(page?.per ? [`count() OVER (PARTITION BY ${page.per}) AS total`] : []),
  ]
  return {
    text: [
      `SELECT ${columns.join(', ')} FROM (${rows.text}) AS counted`,
      title?.join ?? '',
      order ? `ORDER BY ${order}` : '',
      page ? 'LIMIT {limit:UInt64} OFFSET {offset:UInt64}' : '',
      page?.per ? `BY ${page.per}` : '',
      settingsOf(step),
    ].join(' '),
    params: {
      ...rows.params,
      ...title?.params,
      ...(page && { limit: page.limit, offset: page.offset }),
    },
  }
}

/** Rows with unique values of `by` and `began`. */
function writeRows(scope: Scope, reportQuery: ReportQuery, step: Step): Query {
  const { by = [], interval, label } = reportQuery
  const pieces = step.pieces.map((it, n) => writePiece(scope, reportQuery, step, it, n))
  const params = Object.assign({}, ...pieces.map((it) => it.params))
  const text = pieces.map((it) => it.text).join('\n    UNION ALL ')
  const ofLinks = linkColumnOf(reportQuery)
  if (ofLinks) return { text: writeOfLinks(reportQuery, step, ofLinks, text), params }
  const unique = pieces.length === 1 && !step.byDay && !cutsDays(reportQuery, scope)
  if (unique) return { text, params }
  const keys = [...by, ...(interval ? ['began'] : [])].join(', ')
  const sums = step.measures.map((it) => `sum(piece.${it}) AS ${it}`)
  const columns = [
    ...(keys ? [keys] : []),
    ...(label ? ['any(piece.label) AS label'] : []),
    ...sums,
  ].join(', ')
  return {
    text: `SELECT ${columns} FROM (${text}) AS piece ${keys && `GROUP BY ${keys}`}`,
    params,
  }
}

/** Adds up the rows of links, or their visits, by a property that links have now. */
function writeOfLinks({ only }: ReportQuery, { measures }: Step, column: string, rows: string) {
  const sums = {
    clicks: 'sum(ofLink.clicks) AS clicks',
    visitors: 'uniqExactIf(visit, visit != 0) AS visitors',
  }
  return `SELECT ${LINK_COLUMNS[column]} AS ${column}, ${measures.map((it) => sums[it]).join(', ')}
    FROM (${rows}) AS ofLink LEFT JOIN (
      SELECT link_id, folder_id, tag_ids FROM links_v1 FINAL
      WHERE org_id = {orgId:UInt64}) AS link USING (link_id)
    GROUP BY ${column} ${only?.[column] ? `HAVING ${column} IN {only_${column}:Array(UInt64)}` : ''}`
}

/** Names the projection, because finding it takes longer than reading it; only one can be named. */
export function settingsOf({ measures, pieces, oneThread }: Step): string {
  const rollups = pieces.flatMap((it) => ('projection' in it ? it.projection : []))
  const [name, ...others] = rollups
  const settings = [
    ...(name ? [] : ['optimize_use_projections = 0']),
    ...(name && others.length === 0 ? [`preferred_optimize_projection_name = '${name}'`] : []),
    ...(oneThread ? ['max_threads = 1'] : []),
    // A count of visitors must not delay the clicks beside it.
    ...(measures.includes('visitors') && !measures.includes('clicks')
      ? ['max_rows_to_read = 30000000', `max_execution_time = ${deadline(2)}`]
      : []),
  ]
  return settings.length > 0 ? `SETTINGS ${settings.join(', ')}` : ''
}
