import { wholeTeam } from '@fingerpost/kit/grpc/context'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { groupRepository } from '../../services/analytics/src/groups/group.repository.ts'
import { reportRepository } from '../../services/analytics/src/reports/report.repository.ts'
import { isSmall, type Scope } from '../../services/analytics/src/reports/scope.rules.ts'
import { teamSizes } from '../../services/analytics/src/reports/team-size.cache.ts'
import type { Query } from '../../services/analytics/src/store/clickhouse.client.ts'
import { type Clicks, YEAR_END_MS } from './clicks.ts'

/** A query of the service, and the plain query that an outsider would write for the table. */
export interface BenchQuery {
  name: string
  ours: () => Promise<unknown>
  plain: () => Promise<unknown>
}

const FIRST = { offset: 0, limit: 25 }
const DEEP = { offset: 2_500, limit: 25 }
const TO_MS = YEAR_END_MS - 5_000_000 // in the middle of an hour, as now is

/** All analytics operations of a team over this many days, without visitors unless clicks are few. */
export async function benchQueries(clicks: Clicks, orgId: number, days: number) {
  const scope = await scopeOf(clicks, orgId, days)
  return operations(alone(clicks, scope), scope, 'true', '')
}

/** The same with visitors, compared with clicks alone. */
export async function visitorQueries(clicks: Clicks, orgId: number, days: number) {
  const scope = await scopeOf(clicks, orgId, days)
  if (isSmall(scope)) throw new Error('clicks and visitors are counted in one query')
  const plain = operations(alone(clicks, scope), scope, 'true', '')
  return operations(clicks, scope, 'true', ', with visitors').flatMap((it, i) => {
    const reference = plain[i]?.ours
    return reference && !/stream|list/.test(it.name) ? [{ ...it, plain: reference }] : []
  })
}

/** Clicks of which no visitors are counted. Those of few clicks are counted with the clicks. */
function alone(clicks: Clicks, scope: Scope): Clicks {
  if (isSmall(scope)) return clicks
  const { clickhouse } = clicks
  const read = <Row>(query: Query) =>
    query.text.includes('visitor') ? Promise.resolve<Row[]>([]) : clickhouse.read<Row>(query)
  return { ...clicks, clickhouse: { ...clickhouse, read } }
}

/** The same with filters: a country of some 3 %, the most clicked link, a part of a URL. */
export async function filteredQueries(clicks: Clicks, orgId: number, days: number) {
  const scope = await scopeOf(clicks, orgId, days)
  const of = (words: string, filter: Partial<Filter>, condition: string, ...names: string[]) =>
    operations(
      alone(clicks, scope),
      { ...scope, filter: { ...scope.filter, ...filter } },
      condition,
      `, ${words}`,
    ).filter(({ name }) => names.some((it) => name.startsWith(it)))
  const found = (column: string) => `positionCaseInsensitiveUTF8(${column}, 'Products/77') > 0`
  return [
    ...of(
      'of a country',
      conditionOn('country', 'FA'),
      `country = 'FA'`,
      'clicks',
      'cities',
      'originals',
      'bro',
    ),
    ...of('of a country', conditionOn('country', 'FA'), `country = 'FA'`, 'stream, page 0'),
    ...of(
      'of a link',
      conditionOn('link_id', '1'),
      'link_id = 1',
      'clicks',
      'originals',
      'countries',
      'stream, page 0',
    ),
    ...of(
      'search',
      { search: 'Products/77' },
      `(${found('url')} OR ${found('short_url')})`,
      'clicks',
      'stream, page 0',
    ),
  ]
}

async function scopeOf(clicks: Clicks, orgId: number, days: number): Promise<Scope> {
  return {
    ...wholeTeam(orgId),
    filter: { include_bots: false },
    period: { fromMs: TO_MS - days * 86_400_000, toMs: TO_MS, days, zone: 'UTC', nowMs: TO_MS },
    teamSize: await teamSizes(clicks.clickhouse, Date.now)(orgId),
  }
}

const conditionOn = (field: string, value: string): Partial<Filter> => ({
  conditions: { all: [{ field, operator: 'is', values: [value] }] },
})

function operations(clicks: Clicks, scope: Scope, condition: string, words: string): BenchQuery[] {
  const reports = reportRepository(clicks.clickhouse)
  const groups = groupRepository(clicks.clickhouse)
  // What the service counts with the clicks, the plain query counts, too.
  const count = isSmall(scope)
    ? 'count() AS clicks, uniqExactIf((toDate(created_at), visitor), visitor != 0) AS visitors'
    : 'count() AS clicks'
  const write = (select: string, rest: string) => `SELECT ${select} FROM plain
      WHERE org_id = ${scope.orgId} AND NOT is_bot AND ${condition}
        AND created_at >= fromUnixTimestamp64Milli(${scope.period.fromMs}, 'UTC')
        AND created_at < fromUnixTimestamp64Milli(${TO_MS}, 'UTC') ${rest}`
  const first = (rest: string) =>
    clicks.clickhouse.read({ text: write('*', `ORDER BY created_at DESC ${rest}`), params: {} })
  // Uses the product's client too, except for queries that may exceed its timeout.
  const plain = (select: string, rest = '') =>
    isSmall(scope)
      ? clicks.clickhouse.read({ text: write(select, rest), params: {} })
      : clicks.plain(write(select, rest))
  const top = 'ORDER BY clicks DESC LIMIT 25'
  const group = (name: string, field: string, column: string): BenchQuery => ({
    name,
    ours: () => groups.list(scope, [field], FIRST),
    plain: () => plain(`${column} AS value, ${count}`, `GROUP BY value ${top}`),
  })
  const all: BenchQuery[] = [
    {
      name: 'clicks by day',
      ours: () => reports.countByInterval(scope, 'day', undefined),
      plain: () => plain(`toDate(created_at) AS day, ${count}`, 'GROUP BY day ORDER BY day'),
    },
    {
      name: 'originals',
      ours: () => reports.listOriginals(scope, FIRST),
      plain: () => plain(`link_id, url, any(short_url), ${count}`, `GROUP BY link_id, url ${top}`),
    },
    group('countries', 'countries', 'country'),
    group('cities', 'cities', 'city'),
    group('browsers', 'browsers', 'browser'),
    group('referers', 'referers', 'referer'),
    group('campaigns', 'utm_campaigns', 'utm_campaign'),
    group('links', 'links', 'toString(link_id)'),
    group('domains', 'domains', 'domain'),
    {
      name: 'value list of cities',
      ours: () => groups.values(scope, 'city'),
      plain: () => plain('DISTINCT city'),
    },
    {
      name: 'summary',
      ours: () => reports.summarize(scope, '2026-11-01'),
      plain: () => plain(`${count}, countIf(created_at >= '2026-11-01')`),
    },
    {
      name: 'stream, page 0',
      ours: () => reports.listClicks(scope, FIRST),
      plain: () => first('LIMIT 25'),
    },
    {
      name: 'stream, page 100',
      ours: () => reports.listClicks(scope, DEEP),
      plain: () => first('LIMIT 25 OFFSET 2500'),
    },
  ]
  return all.map((it) => ({ ...it, name: it.name + words }))
}
