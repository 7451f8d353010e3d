import { spellings } from '@fingerpost/kit/spelling'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Query } from '../store/clickhouse.client.ts'
import { VALUE_COLUMNS } from './filter.rules.ts'
import type { Period } from './period.rules.ts'
import type { TeamSize } from './rollup.rules.ts'

/** Which clicks a report is about: always one team's. */
export interface Scope {
  orgId: number
  filter: Filter
  period: Period
  /** Unknown is taken for large; it changes no answer, only how it is found. */
  teamSize?: TeamSize | undefined
}

export interface Statement {
  select: string
  /** One more condition. */
  and?: string | undefined
  /** What follows the conditions. */
  rest?: string
  params?: Record<string, unknown>
}

/** One condition for each filter that is set; its value is bound under the filter's own name. */
const CONDITIONS: { [F in keyof Filter]?: string } = {
  link_id: 'link_id = {link_id:UInt64}',
  domain_id: 'domain_id = {domain_id:UInt64}',
  tag_id: `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND has(tag_ids, {tag_id:UInt64}))`,
  search: `(multiSearchAnyCaseInsensitiveUTF8(url, {search:Array(String)})
    OR multiSearchAnyCaseInsensitiveUTF8(short_url, {search:Array(String)}))`,
  ...Object.fromEntries(
    Object.entries(VALUE_COLUMNS).map(([name, column]) => [name, `${column} = {${name}:String}`]),
  ),
}

// A link that the dimension does not hold yet is in no folder.
const IN_FOLDER = `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id = {folder_id:UInt64})`
const IN_NO_FOLDER = `link_id NOT IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id != {folder_id:UInt64})`

/** Columns that a filter asks of a click; one that is missing here asks for what nothing adds up. */
const ASKED: { [F in keyof Filter]?: string[] } = {
  link_id: ['link_id'],
  folder_id: ['link_id'],
  tag_id: ['link_id'],
  domain_id: ['domain_id'],
  search: ['url', 'short_url'],
  include_bots: [],
  period: [],
  timezone: [],
  ...Object.fromEntries(Object.entries(VALUE_COLUMNS).map(([name, column]) => [name, [column]])),
}

/** Team and filters as conditions, with what they bind and the columns that they ask. */
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

/** Looking for sums that cannot help takes ClickHouse as long as a small question itself. */
export const CLICKS_ALONE = 'SETTINGS optimize_use_projections = 0'

/**
 * Clicks one by one. This and `readCounts` are the only places that read clicks: the team, the period
 * and every filter are bound here, as parameters. Texts are ours and never hold a value.
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
