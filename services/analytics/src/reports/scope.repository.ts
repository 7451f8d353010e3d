import { spellings } from '@fingerpost/kit/text/spelling'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { DIMENSION_NAMES } from '@fingerpost/protos/dimensions'
import type { Query } from '../store/clickhouse.client.ts'
import type { Period } from './period.rules.ts'
import type { TeamSize } from './rollup.rules.ts'

/** The clicks of a report; always those of one team. */
export interface Scope {
  orgId: number
  filter: Filter
  period: Period
  /** Unknown counts as large. Affects only the query plan, not the result. */
  teamSize?: TeamSize | undefined
}

export interface Statement {
  select: string
  /** Additional condition. */
  and?: string | undefined
  /** SQL after the conditions. */
  rest?: string
  params?: Record<string, unknown>
}

/** The condition of each filter; its value is bound to a parameter with the name of the filter. */
const CONDITIONS: { [F in keyof Filter]?: string } = {
  link_id: 'link_id = {link_id:UInt64}',
  domain_id: 'domain_id = {domain_id:UInt64}',
  tag_id: `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND has(tag_ids, {tag_id:UInt64}))`,
  search: `(multiSearchAnyCaseInsensitiveUTF8(url, {search:Array(String)})
    OR multiSearchAnyCaseInsensitiveUTF8(short_url, {search:Array(String)}))`,
  ...Object.fromEntries(DIMENSION_NAMES.map((name) => [name, `${name} = {${name}:String}`])),
}

// A link that is not in the dimension yet counts as in no folder.
const IN_FOLDER = `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id = {folder_id:UInt64})`
const IN_NO_FOLDER = `link_id NOT IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id != {folder_id:UInt64})`

/** Columns that a filter needs; a filter that is missing here cannot use a rollup. */
const ASKED: { [F in keyof Filter]?: string[] } = {
  link_id: ['link_id'],
  folder_id: ['link_id'],
  tag_id: ['link_id'],
  domain_id: ['domain_id'],
  search: ['url', 'short_url'],
  include_bots: [],
  period: [],
  timezone: [],
  ...Object.fromEntries(DIMENSION_NAMES.map((name) => [name, [name]])),
}

/** Conditions for team and filters, with their parameters and the columns that they need. */
export function conditionsOf({ orgId, filter }: Scope) {
  const conditions = ['org_id = {orgId:UInt64}']
  const params: Record<string, unknown> = { orgId }
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = filter[name as keyof Filter]
    if (value === undefined) continue
    conditions.push(condition)
    params[name] = name === 'search' ? spellings(String(value)) : value
  }
  if (filter.folder_id !== undefined) {
    conditions.push(filter.folder_id === 0 ? IN_NO_FOLDER : IN_FOLDER)
    params.folder_id = filter.folder_id
  }
  if (!filter.include_bots) conditions.push('NOT is_bot')
  const columns = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : (ASKED[name as keyof Filter] ?? [name]),
  )
  return { conditions, params, columns }
}

/** Disables projections, because searching them takes as long as a small query itself. */
export const CLICKS_ALONE = 'SETTINGS optimize_use_projections = 0'

/**
 * Reads single clicks. Only this and `readCounts` read clicks: they bind team, period and filters
 * as parameters, so SQL texts never contain values.
 */
export function readClicks(scope: Scope, statement: Statement): Query {
  const { conditions, params } = conditionsOf(scope)
  const { fromMs, toMs } = scope.period
  conditions.push(
    "created_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')",
    "created_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')",
  )
  if (statement.and) conditions.push(statement.and)
  return {
    text: `SELECT ${statement.select} FROM clicks_raw_v1
      WHERE ${conditions.join('\n        AND ')} ${statement.rest ?? ''} ${CLICKS_ALONE}`,
    params: { ...params, fromMs, toMs, ...statement.params },
  }
}
