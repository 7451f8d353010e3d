import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickRepository, clickRepository } from '../clicks/click.repository.ts'
import type { Query } from '../store/clickhouse.client.ts'
import { where } from '../testing/filter.ts'
import { inScope, type ModelClick, makeClicks } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import type { Interval } from './period.rules.ts'
import { planClicks, type ReportQuery } from './plan.rules.ts'
import { writeQuery } from './query.repository.ts'
import { ROLLUPS } from './rollup.rules.ts'
import type { Scope } from './scope.rules.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let repository: ClickRepository
let clicks: ModelClick[]

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  repository = clickRepository(store.clickhouse)
  clicks = makeClicks(NOW)
  for (let i = 0; i < 3; i++) await repository.insert('merged', clicks.slice(0, 2_000))
  await store.clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
  for (let i = 0; i < 3; i++) await repository.insert('not merged', clicks.slice(2_000))
})
afterAll(() => lifecycle.close())

const scope = (filter: Partial<Filter> = {}, fromMs = NOW - 200 * 86_400_000, toMs = NOW) => ({
  ...wholeTeam(1),
  filter: { include_bots: true, ...filter },
  period: { fromMs, toMs, days: 200, zone: 'UTC', nowMs: toMs },
})
/** Rows with clicks, sorted. */
function counted(of: Scope, by: readonly string[], interval?: Interval): Query {
  const reportQuery: ReportQuery = { by, measures: ['clicks'], ...(interval && { interval }) }
  const { text, params } = writeQuery(of, reportQuery, planClicks(of, reportQuery))
  return { text: `SELECT * FROM (${text}) WHERE clicks > 0 ORDER BY ALL`, params }
}
const one = ({ text, params }: Query) =>
  store.clickhouse.read({
    text: `SELECT * FROM (${text}) SETTINGS optimize_use_projections = 0`,
    params,
  })
const both = async (query: Query) => [await store.clickhouse.read(query), await one(query)]

const projectionsOf = async ({ text, params }: Query) => {
  const plan = await store.clickhouse.read<{ explain: string }>({ text: `EXPLAIN ${text}`, params })
  const read = plan.flatMap(({ explain }) => explain.match(/ReadFromMergeTree \((.*)\)/)?.[1] ?? [])
  return read.map((it) => it.split('.').at(-1))
}

describe.each(ROLLUPS.flat())('$projection', ({ projection, columns }) => {
  it('is used by queries with its columns', async () => {
    const read = await projectionsOf(counted(scope(), columns))
    expect(read).toContain(projection)
  })

  it('exists in merged parts only', async () => {
    const parts = await store.scalar(`SELECT count() FROM system.projection_parts
      WHERE active AND database = currentDatabase() AND name = '${projection}'`)
    const merged = await store.scalar(`SELECT countIf(level > 0) FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'clicks_raw_v1'`)

    expect(parts).toBe(merged)
    expect(parts).toBeGreaterThan(10)
  })
})

it.each(['hour', 'day', 'week', 'month'] as const)(
  'clicks by %s in a zone with clock changes use rollups of 15 minutes',
  async (interval) => {
    const asked = scope()
    asked.period.zone = 'America/New_York'
    const read = await projectionsOf(counted(asked, [], interval))
    expect(read).toContain('clicks_per_quarter')
  },
)

function conditions(...all: [field: string, operator: string, ...values: string[]][]) {
  return {
    conditions: { all: all.map(([field, operator, ...values]) => ({ field, operator, values })) },
  }
}

it.each([
  [where({ referer: 'news.example' }), 'referer', 'referers_per_day'],
  [where({ utm_term: 'shoes', utm_source: 'mail' }), 'utm_campaign', 'campaigns_per_day'],
  [where({ language: 'de', brand: 'Apple', platform: 'Linux' }), 'browser', 'agents_per_day'],
  [conditions(['language', 'is_not', 'de', 'en']), 'browser', 'agents_per_day'],
  [conditions(['referer', 'contains', 'news']), 'referer', 'referers_per_day'],
  [conditions(['utm_term', 'is', 'shoes', 'hats']), 'utm_source', 'campaigns_per_day'],
  [conditions(['link_id', 'is_not', '1'], ['domain_id', 'is', '1', '2']), 'link_id', 'links_per_'],
] as const)(
  'a filter %j by %s is asked of %s, and else of the clicks alone',
  async (filter, by, projection) => {
    const known = counted(scope(filter), [by])
    const unknown = counted(scope(filter), ['country'])
    expect(`${await projectionsOf(known)}`).toContain(projection)
    expect(unknown.text).toContain('optimize_use_projections = 0')
  },
)

it('rollups and single clicks give the same result for any columns, filter and period', async () => {
  const some = <T>(...values: T[]) => fc.constantFrom(...values)
  const columns = fc.uniqueArray(
    some('country', 'city', 'browser', 'referer', 'link_id', 'url_hash', 'domain_id', 'utm_source'),
    { maxLength: 2 },
  )
  const single = fc.record({
    link_id: some(undefined, undefined, 1, 2),
    country: some(undefined, undefined, 'GB'),
    referer: some(undefined, undefined, 'news.example'),
    utm_source: some(undefined, undefined, 'mail'),
  })
  const others = some([], conditions(['country', 'is_not', 'DE', 'GB']).conditions.all)
  const filters = fc.record({
    search: some(undefined, undefined, 'PAGE'),
    conditions: fc
      .tuple(single, others)
      .map(([values, all]) => ({ all: [...where(values).conditions.all, ...all] })),
    include_bots: fc.boolean(),
  })
  const intervals = some<Interval | undefined>(undefined, 'hour', 'day', 'week', 'month')
  const times = fc.integer({ min: NOW - 400 * 86_400_000, max: NOW })
  const check = async (
    by: string[],
    filter: Partial<Filter>,
    interval: Interval | undefined,
    ...[a, b]: [number, number]
  ) => {
    const asked = scope(filter, Math.min(a, b), Math.max(a, b))
    const [advance, clickByClick] = await both(counted(asked, by, interval))
    const raw = await one(counted(asked, []))
    const total = clicks.filter(inScope(1, asked.filter, asked.period, [])).length

    expect(advance).toEqual(clickByClick)
    expect(raw).toEqual(total === 0 ? [] : [{ clicks: total }])
    expect((advance as { clicks: number }[]).reduce((sum, it) => sum + it.clicks, 0)).toBe(total)
  }
  await fc.assert(fc.asyncProperty(columns, filters, intervals, times, times, check), {
    numRuns: 60,
  })
}, 240_000)

it('deleted and expired clicks are removed from rollups', async () => {
  const { clickhouse } = store
  const sums = () =>
    Promise.all(
      ROLLUPS.flat().map(async ({ columns }) => {
        const [advance, clickByClick] = await both(counted(scope(), columns))
        expect(advance).toEqual(clickByClick)
        return (advance as { clicks: number }[]).reduce((sum, it) => sum + it.clicks, 0)
      }),
    )
  const left = (matches: (click: ModelClick) => boolean) =>
    clicks.filter(
      (it) => it.org_id === 1 && it.at >= scope().period.fromMs && it.at < NOW && matches(it),
    ).length
  await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
  await clickhouse.command('DELETE FROM clicks_raw_v1 WHERE org_id = 1 AND link_id = 2')
  expect(new Set(await sums())).toEqual(new Set([left((it) => it.link_id !== 2)]))

  await clickhouse.command(
    'ALTER TABLE clicks_raw_v1 DELETE WHERE org_id = 1 AND link_id = 3 SETTINGS mutations_sync = 1',
  )
  expect(new Set(await sums())).toEqual(
    new Set([left((it) => it.link_id === 1 || it.link_id === 4)]),
  )

  const bound = NOW - 40 * 86_400_000
  await clickhouse.command(
    `ALTER TABLE clicks_raw_v1 MODIFY TTL toDateTime(created_at)
       + toIntervalSecond(greatest(0, now() - toDateTime(${Math.floor(bound / 1_000)}, 'UTC')))`,
  )
  await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
  const young = (it: ModelClick) => (it.link_id === 1 || it.link_id === 4) && it.at >= bound
  expect(new Set(await sums())).toEqual(new Set([left(young)]))
}, 120_000)
