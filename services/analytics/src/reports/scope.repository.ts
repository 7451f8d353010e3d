import { spellings } from '@fingerpost/kit/text/spelling'
import type { Condition } from '@fingerpost/protos/analytics/v1/analytics'
import { type IdFilter, isIdFilter } from '@fingerpost/protos/dimensions'
import type { Query } from '../store/clickhouse.client.ts'
import { conditionsIn } from './filter.rules.ts'
import { type Scope, shownPeriod } from './scope.rules.ts'

export interface Statement {
  select: string
  /** Additional condition. */
  and?: string | undefined
  /** SQL after the conditions. */
  rest?: string
  params?: Record<string, unknown>
}

/** The links of the team whose current state meets a condition. */
const linksWith = (condition: string) =>
  `(SELECT link_id FROM links_v1 FINAL WHERE org_id = {orgId:UInt64} AND ${condition})`

const OF_OWNER = `link_id IN ${linksWith('user_id = {ownerId:UInt64}')}`

/** Whether a column is one of the bound values; one value is compared without a set. */
const isOneOf = (column: string, list: string, values: readonly string[]) =>
  values.length === 1 ? `${column} = ${list}[1]` : `${column} IN ${list}`

/** Whether a column contains one of the bound texts; a single one is found in two thirds of the time. */
const containsOneOf = (column: string, list: string, values: readonly string[]) =>
  values.length === 1
    ? `positionCaseInsensitiveUTF8(${column}, ${list}[1]) > 0`
    : `multiSearchAnyCaseInsensitiveUTF8(${column}, ${list})`

/** Whether the field of a click is one of the values that are bound to a parameter. */
const IS_ONE: Record<IdFilter, (ids: string, values: readonly string[]) => string> = {
  link_id: (ids, values) => isOneOf('link_id', ids, values),
  domain_id: (ids, values) => isOneOf('domain_id', ids, values),
  tag_id: (ids) => `link_id IN ${linksWith(`hasAny(tag_ids, ${ids})`)}`,
  // A link that is not in the dimension yet counts as in no folder.
  folder_id: (ids, values) =>
    values.map(Number).includes(0)
      ? `link_id NOT IN ${linksWith(`folder_id NOT IN ${ids}`)}`
      : `link_id IN ${linksWith(`folder_id IN ${ids}`)}`,
}

/** The SQL of a condition whose values are bound to a parameter. */
function textOf({ field, operator, values }: Condition, parameter: string): string {
  if (operator === 'is_not') return `NOT (${textOf({ field, operator: 'is', values }, parameter)})`
  const texts = `{${parameter}:Array(String)}`
  if (operator === 'contains') return containsOneOf(field, texts, values)
  if (!isIdFilter(field)) return isOneOf(field, texts, values)
  return IS_ONE[field](`{${parameter}:Array(UInt64)}`, values)
}

/** Conditions for team and filters, with their parameters. */
export function conditionsOf({ orgId, ownerId, filter }: Scope) {
  const conditions = ['org_id = {orgId:UInt64}']
  const params: Record<string, unknown> = { orgId }
  for (const [n, condition] of conditionsIn(filter).entries()) {
    conditions.push(textOf(condition, `values${n}`))
    params[`values${n}`] = boundOf(condition)
  }
  if (filter.search !== undefined) {
    const search = searchFor(filter.search)
    conditions.push(search.condition)
    params.search = search.texts
  }
  if (ownerId !== undefined) {
    conditions.push(OF_OWNER)
    params.ownerId = ownerId
  }
  if (!filter.include_bots) conditions.push('NOT is_bot')
  return { conditions, params }
}

/** The values of a condition as they are bound to its parameter. */
export const boundOf = ({ field, values }: Condition): (string | number)[] =>
  isIdFilter(field) ? values.map(Number) : values

/** Whether the destination or the short URL of clicks, or links, contains a text in any spelling. */
export function searchFor(search: string): { condition: string; texts: string[] } {
  const texts = spellings(search)
  const found = ['url', 'short_url'].map((it) => containsOneOf(it, '{search:Array(String)}', texts))
  return { condition: `(${found.join(' OR ')})`, texts }
}

/** Disables projections, because searching them takes as long as a small query itself. */
const CLICKS_ALONE = 'SETTINGS optimize_use_projections = 0'

/**
 * Reads single clicks, one by one. Only this and the pieces of a question read clicks: they bind team, period and
 * filters as parameters, so SQL texts never contain values.
 */
export function readClicks(scope: Scope, statement: Statement): Query {
  const { conditions, params } = conditionsOf(scope)
  const { fromMs, toMs } = shownPeriod(scope)
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
