import { type IdFilter, isIdFilter } from '@fingerpost/protos/dimensions'
import type { ClickHouse, Query } from '../store/clickhouse.client.ts'
import { conditionsIn } from './filter.rules.ts'
import { boundOf, type Statement, searchFor } from './scope.repository.ts'
import type { Scope } from './scope.rules.ts'
import { dayText } from './zone.rules.ts'

/** Filters on links, as opposed to filters on clicks: whether a link has one of these ids. */
const IS_ONE: Record<IdFilter, (ids: string) => string> = {
  link_id: (ids) => `link_id IN ${ids}`,
  domain_id: (ids) => `domain_id IN ${ids}`,
  folder_id: (ids) => `folder_id IN ${ids}`,
  tag_id: (ids) => `hasAny(tag_ids, ${ids})`,
}

/** The only place that reads the link dimension by a filter; excludes deleted links. */
export function readLinks({ orgId, ownerId, filter, period }: Scope, statement: Statement): Query {
  const conditions = [
    'org_id = {orgId:UInt64}',
    'NOT is_deleted',
    "created_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')",
    "created_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')",
  ]
  const params: Record<string, unknown> = { orgId, fromMs: period.fromMs, toMs: period.toMs }
  if (ownerId !== undefined) {
    conditions.push('user_id = {ownerId:UInt64}')
    params.ownerId = ownerId
  }
  for (const [n, condition] of conditionsIn(filter).entries()) {
    if (!isIdFilter(condition.field)) continue
    const isOne = IS_ONE[condition.field](`{values${n}:Array(UInt64)}`)
    conditions.push(condition.operator === 'is_not' ? `NOT (${isOne})` : isOne)
    params[`values${n}`] = boundOf(condition)
  }
  if (filter.search !== undefined) {
    const search = searchFor(filter.search)
    conditions.push(search.condition)
    params.search = search.texts
  }
  return {
    text: `SELECT ${statement.select} FROM links_v1 FINAL
      WHERE ${conditions.join('\n        AND ')} ${statement.rest ?? ''}`,
    params: { ...params, ...statement.params },
  }
}

/** The current state of some links of a team. */
const readRecorded = (orgId: number, links: readonly number[]): Query => ({
  text: `SELECT link_id, toString(sipHash64(url)) AS hash, url, short_url
    FROM links_v1 FINAL
    WHERE org_id = {orgId:UInt64} AND link_id IN {links:Array(UInt64)} AND short_url != ''`,
  params: { orgId, links },
})

/**
 * Destinations and short URLs of some links of a team, from the clicks of the period's months:
 * whole months, so that a rollup answers and no single clicks are read.
 */
const readTexts = ({ orgId, period }: Scope, links: readonly number[]): Query => ({
  text: `SELECT link_id, toString(sipHash64(url)) AS hash, url, short_url,
      toUnixTimestamp64Milli(max(created_at)) AS lastMs
    FROM clicks_raw_v1
    WHERE org_id = {orgId:UInt64} AND link_id IN {links:Array(UInt64)}
      AND toStartOfMonth(created_at) >= toStartOfMonth(toDate32({from:String}))
      AND toStartOfMonth(created_at) <= toDate32({to:String})
    GROUP BY link_id, sipHash64(url), url, short_url
    ORDER BY lastMs`,
  params: { orgId, links, from: dayText(period.fromMs, 'UTC'), to: dayText(period.toMs, 'UTC') },
})

interface Texts {
  link_id: number
  hash: string
  url: string
  short_url: string
}

/**
 * Destinations by hash, and current short URLs of links: from the dimension, and what is missing
 * there from the latest clicks. Without a hash, only the short URL is requested.
 */
export async function textsOf(
  clickhouse: ClickHouse,
  scope: Scope,
  asked: readonly { link_id: number; hash?: string }[],
) {
  const urls = new Map<string, string>()
  const shortUrls = new Map<number, string>()
  const add = (texts: readonly Texts[]) => {
    for (const { link_id, hash, url, short_url } of texts) {
      urls.set(hash, url)
      shortUrls.set(link_id, short_url)
    }
  }
  const links = (of: typeof asked) => [...new Set(of.map(({ link_id }) => link_id))]
  if (asked.length === 0) return { urls, shortUrls }
  const recorded = await clickhouse.read<Texts>(readRecorded(scope.orgId, links(asked)))
  add(recorded)
  const missing = asked.filter(
    ({ link_id, hash }) => !shortUrls.has(link_id) || (hash !== undefined && !urls.has(hash)),
  )
  if (missing.length === 0) return { urls, shortUrls }
  add(await clickhouse.read<Texts>(readTexts(scope, links(missing))))
  add(recorded)
  return { urls, shortUrls }
}
