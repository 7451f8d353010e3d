import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { DIMENSION_NAMES } from '@fingerpost/protos/dimensions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { where } from '../testing/filter.ts'
import { inScope, intervalStart, makeClicks, makeLinks, visitorsOf } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { openVisitorCounts } from '../testing/visitors.ts'
import { answers } from './answer.repository.ts'
import { type Interval, type Period, resolvePeriod } from './period.rules.ts'
import type { Scope, TeamSize } from './scope.rules.ts'
import { dayText } from './zone.rules.ts'

const DAYS = 35
const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const links = makeLinks()
/** Few days, because each is counted. */
const clicks = makeClicks(NOW).filter(({ at }) => at > NOW - DAYS * 86_400_000)
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>['clickhouse']
let counts: ReturnType<typeof openVisitorCounts>

beforeAll(async () => {
  ;({ clickhouse } = await openTestClickHouse(lifecycle))
  await clickRepository(clickhouse).insert('clicks', clicks)
  await linkChangeRepository(clickhouse).upsert(links)
  counts = openVisitorCounts(clickhouse)
})
afterAll(() => lifecycle.close())

const scopeOf = (filter: Filter, period: Period) => ({ ...wholeTeam(1), filter, period })

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const conditions = fc
  .tuple(
    fc.record({
      country: some(undefined, undefined, 'GB'),
      link_id: some(undefined, undefined, 1),
      folder_id: some(undefined, undefined, 5),
    }),
    some(
      [],
      [{ field: 'browser', operator: 'is_not', values: ['Chrome', ''] }],
      [{ field: 'country', operator: 'is', values: ['GB', 'DE'] }],
    ),
  )
  .map(([single, others]) => ({ all: [...where(single).conditions.all, ...others] }))
const filters: fc.Arbitrary<Filter> = fc.record({
  search: some(undefined, undefined, 'PAGE'),
  conditions,
  include_bots: fc.boolean(),
})
const columns = fc.uniqueArray(some(...DIMENSION_NAMES, 'link_id', 'domain_id'), { maxLength: 2 })
const intervals = some<Interval | undefined>(undefined, 'hour', 'day', 'week', 'month')
/** Of a team that counts as large, and of one whose clicks are read one by one. */
const sizes = some<TeamSize | undefined>(undefined, { busiestDay: 1, busiestMonth: 1, total: 1 })
const zones = some('UTC', 'UTC', 'America/New_York', 'Asia/Kathmandu')
const times = fc.integer({ min: NOW - (DAYS + 5) * 86_400_000, max: NOW })
const ends = fc.oneof(
  times,
  times.map((ms) => ms - (ms % 86_400_000)),
)

/** The state of the counts of days, in this order. */
const states = {
  'no day is counted': async () => {},
  'all days are counted': () => counts.countAll(),
  'some days are counted': async () => {
    await clickhouse.command(`INSERT INTO visitor_days_v1 (org_id, day, generation)
      SELECT org_id, day, 0 FROM visitor_days_v1 FINAL WHERE org_id > 0 AND cityHash64(day) % 3 = 0`)
    const known = new Date(NOW - 7 * 86_400_000).toISOString().slice(0, 10)
    await clickhouse.command(
      'ALTER TABLE visitor_days_v1 DELETE WHERE org_id = 0 SETTINGS mutations_sync = 1',
    )
    await clickhouse.insert('visitor_days_v1', [{ org_id: 0, day: known, generation: 1 }])
  },
}

it.each(Object.entries(states))(
  'visitors are those of the model for any question if %s',
  async (_, prepare) => {
    await prepare()
    const check = async (
      by: string[],
      filter: Filter,
      interval: Interval | undefined,
      zone: string,
      [a, b]: [number, number],
      teamSize: TeamSize | undefined,
    ) => {
      const period = { fromMs: Math.min(a, b), toMs: Math.max(a, b), days: 400, zone, nowMs: NOW }
      const found = await count({ ...scopeOf(filter, period), teamSize }, by, interval)

      const inReport = clicks.filter(inScope(1, filter, period, links))
      const rowOf = (click: object) => by.map((name) => click[name as never]).join('|')
      for (const [row, of] of Map.groupBy(inReport, rowOf)) {
        const began = (at: number) => (interval ? intervalStart(at, interval, zone) : 0)
        const expected = visitorsOf(of, ({ at }) => String(began(at)))
        for (const start of new Set(of.map(({ at }) => began(at)))) {
          const text = interval && named(start, interval, zone)
          const key = [...(by.length > 0 ? [row] : []), ...(text ? [text] : [])].join('|')
          expect([key, found(key)]).toEqual([key, expected(String(start))])
        }
      }
    }
    await fc.assert(
      fc.asyncProperty(columns, filters, intervals, zones, fc.tuple(ends, ends), sizes, check),
      { numRuns: 80 },
    )
  },
  240_000,
)

it('visitors of intervals add up to those of the period', async () => {
  const asked = { period: 'all', timezone: 'Asia/Kathmandu', include_bots: true }
  const scope = scopeOf(asked, resolvePeriod(asked, NOW))
  const total = (await count(scope, [], undefined))('') ?? 0
  const inTeam = clicks.filter((it) => it.org_id === 1)

  expect(total).toBeGreaterThan(200)
  for (const interval of ['hour', 'day', 'week', 'month'] as const) {
    const found = await count(scope, [], interval)
    const starts = new Set(inTeam.map(({ at }) => intervalStart(at, interval, 'Asia/Kathmandu')))
    const counts = [...starts].map((it) => found(named(it, interval, 'Asia/Kathmandu')) ?? 0)
    expect(counts.reduce((sum, it) => sum + it, 0)).toBe(total)
  }
})

it('clicks without a known visitor have none', async () => {
  const store = await openTestClickHouse(lifecycle)
  const old = clicks.slice(0, 50).map((it) => ({ ...it, visitor: '0' }))
  await clickRepository(store.clickhouse).insert('old', old)
  const asked = { period: 'all', include_bots: true }
  const { items } = await answers(store.clickhouse)(scopeOf(asked, resolvePeriod(asked, NOW))).ask<{
    country: string
  }>({
    by: ['country'],
  })

  expect(items.find((it) => it.country === 'GB')?.visitors).toBe(0)
})

/** The visitors of rows, by their values of `by` and the start of the interval. */
async function count(scope: Scope, by: string[], interval: Interval | undefined) {
  const reportQuery = { by, ...(interval && { interval }) }
  const { items } = await answers(clickhouse)(scope).ask<Record<string, unknown>>(reportQuery)
  const names = [...by, ...(interval ? ['start'] : [])]
  const found = new Map(items.map((it) => [names.map((name) => it[name]).join('|'), it.visitors]))
  return (row: string) => found.get(row)
}

/** The start of an interval as the repository names it. */
const named = (start: number, interval: Interval, zone: string): string =>
  interval === 'hour' ? String(start / 1_000) : dayText(start, zone)
