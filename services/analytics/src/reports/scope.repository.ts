import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Query } from '../store/clickhouse.client.ts'
import type { Period } from './period.rules.ts'

/** Which clicks a report is about: always one team's. */
export interface Scope {
  orgId: number
  filter: Filter
  period: Period
}

interface Statement {
  select: string
  /** One more condition. */
  and?: string | undefined
  /** What follows the conditions. */
  rest?: string
  params?: Record<string, unknown>
}

/** One condition for each filter that is set; its value is bound under the filter's own name. */
const CONDITIONS: { [F in keyof Filter]?: string } = {
  linkId: 'link_id = {linkId:UInt64}',
  domainId: 'domain_id = {domainId:UInt64}',
  tagId: `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND has(tag_ids, {tagId:UInt64}))`,
  search: `(positionCaseInsensitiveUTF8(url, {search:String}) > 0
    OR positionCaseInsensitiveUTF8(short_url, {search:String}) > 0)`,
  country: 'country = {country:String}',
  city: 'city = {city:String}',
  region: 'region = {region:String}',
  continent: 'continent = {continent:String}',
  browser: 'browser = {browser:String}',
  os: 'os = {os:String}',
  device: 'device = {device:String}',
}

// A link that the dimension does not hold yet is in no folder.
const IN_FOLDER = `link_id IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id = {folderId:UInt64})`
const IN_NO_FOLDER = `link_id NOT IN (
    SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND folder_id != {folderId:UInt64})`

/**
 * The only place that reads clicks: the team, the period and every filter are bound here, as
 * parameters. `select` and `rest` are texts of ours and never hold a value.
 */
export function readClicks({ orgId, filter, period }: Scope, statement: Statement): Query {
  const conditions = [
    'org_id = {orgId:UInt64}',
    "created_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')",
    "created_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')",
  ]
  const params: Record<string, unknown> = { orgId, fromMs: period.fromMs, toMs: period.toMs }
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = filter[name as keyof Filter]
    if (value === undefined) continue
    conditions.push(condition)
    params[name] = value
  }
  if (filter.folderId !== undefined) {
    conditions.push(filter.folderId === 0 ? IN_NO_FOLDER : IN_FOLDER)
    params.folderId = filter.folderId
  }
  if (!filter.includeBots) conditions.push('NOT is_bot')
  if (statement.and) conditions.push(statement.and)
  return {
    text: `SELECT ${statement.select} FROM clicks_raw_v1
      WHERE ${conditions.join('\n        AND ')} ${statement.rest ?? ''}`,
    params: { ...params, ...statement.params },
  }
}

/** Filters that say something of a link, whoever clicked it. */
const LINK_CONDITIONS: { [F in keyof Filter]?: string } = {
  linkId: 'link_id = {linkId:UInt64}',
  domainId: 'domain_id = {domainId:UInt64}',
  folderId: 'folder_id = {folderId:UInt64}',
  tagId: 'has(tag_ids, {tagId:UInt64})',
  search: `(positionCaseInsensitiveUTF8(url, {search:String}) > 0
    OR positionCaseInsensitiveUTF8(short_url, {search:String}) > 0)`,
}

/** The only place that reads links of the dimension by a filter: those that were not deleted. */
export function readLinks({ orgId, filter, period }: Scope, statement: Statement): Query {
  const conditions = [
    'org_id = {orgId:UInt64}',
    'NOT is_deleted',
    "created_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')",
    "created_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')",
  ]
  const params: Record<string, unknown> = { orgId, fromMs: period.fromMs, toMs: period.toMs }
  for (const [name, condition] of Object.entries(LINK_CONDITIONS)) {
    const value = filter[name as keyof Filter]
    if (value === undefined) continue
    conditions.push(condition)
    params[name] = value
  }
  return {
    text: `SELECT ${statement.select} FROM links_v1 FINAL
      WHERE ${conditions.join('\n        AND ')} ${statement.rest ?? ''}`,
    params: { ...params, ...statement.params },
  }
}

/** What the short urls of some links of a team are now. */
export const readShortUrls = (orgId: number, links: readonly number[]): Query => ({
  text: `SELECT link_id AS linkId, short_url AS shortUrl FROM links_v1 FINAL
    WHERE org_id = {orgId:UInt64} AND link_id IN {links:Array(UInt64)} AND short_url != ''`,
  params: { orgId, links },
})
