import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { CONDITIONS, conditionName, DIMENSION_NAMES } from '@fingerpost/protos/dimensions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { where } from '../testing/filter.ts'
import { conditionOf, FILTERS } from '../testing/filters.ts'
import { inScope, intervalStart, type ModelClick, makeClicks, makeLinks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'
import { resolvePeriod } from './period.rules.ts'
import { timeText } from './zone.rules.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const links = makeLinks()
const clicks = makeClicks(NOW)
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']

beforeAll(async () => {
  const { env, clickhouse } = await openTestClickHouse(lifecycle)
  const repository = clickRepository(clickhouse)
  await repository.insert('merged', clicks.slice(0, 2_000))
  await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL') // now in rollups, the rest is not
  await repository.insert('not merged', clicks.slice(2_000))
  await linkChangeRepository(clickhouse).upsert(links)
  ;({ analytics } = await openTestAnalytics(lifecycle, env, () => NOW))
})
afterAll(() => lifecycle.close())

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const periods = some(
  undefined,
  'all',
  'all',
  'year',
  'lastmonth',
  'week',
  'today',
  '2026-03-01,2026-10-31',
)
const zones = some(undefined, 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata')
// More than a few filters at once match no click.
const filters: fc.Arbitrary<Filter> = fc
  .tuple(periods, zones, fc.boolean(), fc.uniqueArray(some(...FILTERS), { maxLength: 3 }))
  .map(([period, timezone, includeBots, asked]) => ({
    ...Object.assign({ period, timezone, include_bots: includeBots }, ...asked),
    conditions: { all: asked.flatMap(({ conditions }) => conditions?.all ?? []) },
  }))
const teams = some(1, 2, 3)
const expected = (orgId: number, filter: Filter): ModelClick[] =>
  clicks.filter(inScope(orgId, filter, resolvePeriod(filter, NOW), links))

describe('for any filter', () => {
  it('intervals, originals and stream count the same clicks, which are those of the model', async () => {
    const intervals = some(undefined, 'hour', 'day', 'week', 'month')
    const check = async (orgId: number, filter: Filter, interval: string | undefined) => {
      const wanted = expected(orgId, filter)
      const page = { page: 0, limit: 100 }
      const [counted, originals, stream] = await Promise.all([
        analytics.countClicks({ filter, interval, page: undefined }, as(orgId)),
        analytics.listOriginals({ filter, page }, as(orgId)),
        analytics.listClicks({ filter, page }, as(orgId)),
      ])
      const sum = (items: { clicks: number }[]) => items.reduce((total, it) => total + it.clicks, 0)

      expect(stream.total).toBe(wanted.length)
      expect(sum(counted.counts)).toBe(wanted.length)
      expect(sum(originals.items)).toBe(wanted.length)
      expect(originals.total).toBe(new Set(wanted.map((it) => `${it.link_id} ${it.url}`)).size)
    }
    const alone = FILTERS.map((asked): [number, Filter, undefined] => [
      1,
      { period: 'all', include_bots: true, ...asked },
      undefined,
    ])
    await fc.assert(fc.asyncProperty(teams, filters, intervals, check), {
      numRuns: 100,
      examples: alone,
    })
  }, 240_000)

  it('the stream is the newest clicks first, page after page without a gap or a repeat', async () => {
    const check = async (orgId: number, filter: Filter, limit: number) => {
      const wanted = expected(orgId, filter).map((it) => it.id)
      const seen: string[] = []
      for (let page = 0; page * limit < wanted.length + limit; page++) {
        const { items, total } = await analytics.listClicks(
          { filter, page: { page, limit } },
          as(orgId),
        )
        expect(total).toBe(wanted.length)
        expect(items.map((it) => it.created_at_ms)).toEqual(
          items.map((it) => it.created_at_ms).sort((a, b) => b - a),
        )
        seen.push(...items.map((it) => it.id))
      }
      expect(seen).toHaveLength(wanted.length)
      expect(new Set(seen)).toEqual(new Set(wanted))
    }
    const narrow = filters.map(({ conditions, ...filter }) => ({
      ...filter,
      conditions: { all: [...where({ link_id: 1 }).conditions.all, ...(conditions?.all ?? [])] },
    }))
    await fc.assert(fc.asyncProperty(teams, narrow, some(50, 100), check), { numRuns: 20 })
  }, 240_000)

  it('each interval begins at its start in the calendar of the zone', async () => {
    const zones = some('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'America/Havana')
    const intervals = some('hour', 'day', 'week', 'month')
    const check = async (timezone: string, interval: string, link_id: number) => {
      const filter = { ...where({ link_id }), period: 'all', timezone, include_bots: true }
      const wanted = new Map<string, number>()
      for (const click of expected(1, filter)) {
        const start = timeText(intervalStart(click.at, interval, timezone), timezone)
        wanted.set(start, (wanted.get(start) ?? 0) + 1)
      }
      const { counts } = await analytics.countClicks({ filter, interval, page: undefined }, as(1))
      const times = counts.map(({ time }) => Date.parse(time))

      expect(new Map(counts.map(({ time, clicks: n }) => [time, n]))).toEqual(wanted)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    await fc.assert(fc.asyncProperty(zones, intervals, some(1, 2, 3), check), { numRuns: 60 })
  }, 240_000)
})

describe('clicks by interval', () => {
  const filter = { period: 'all', include_bots: false }
  const count = (page: number | undefined, interval = 'day') =>
    analytics.countClicks(
      { filter, interval, page: page === undefined ? undefined : { page, limit: 10 } },
      as(1),
    )

  it('are paged only on request, newest first, ascending within a page', async () => {
    const all = (await count(undefined)).counts
    const [newest, older] = [(await count(0)).counts, (await count(1)).counts]

    expect(all.length).toBeGreaterThan(20)
    expect(newest).toEqual(all.slice(-10))
    expect(older).toEqual(all.slice(-20, -10))
    expect((await count(1_000)).counts).toEqual([])
  })

  it('contain no interval without clicks', async () => {
    const { counts } = await count(undefined, 'hour')
    expect(Math.min(...counts.map((it) => it.clicks))).toBeGreaterThan(0)
  })

  it('without clicks are an empty list', async () => {
    expect(
      await analytics.countClicks({ filter, interval: 'day', page: undefined }, as(77)),
    ).toEqual({
      counts: [],
    })
  })
})

it('originals are sorted by clicks and link, and pages have no duplicates', async () => {
  const filter = { period: 'all', include_bots: true }
  const pages = await Promise.all(
    [0, 1, 2].map((page) => analytics.listOriginals({ filter, page: { page, limit: 10 } }, as(1))),
  )
  const items = pages.flatMap((page) => page.items)
  const sorted = items.toSorted(
    (a, b) => b.clicks - a.clicks || a.link_id - b.link_id, // those of one link as they are
  )
  const known = new Set(items.map(({ link_id, url }) => `${link_id} ${url}`))

  expect(items).toEqual(sorted)
  expect(items).toHaveLength(pages[0]!.total)
  expect(known.size).toBe(items.length)
  expect(await analytics.listOriginals({ filter, page: { page: 99, limit: 10 } }, as(1))).toEqual({
    items: [],
    total: items.length,
  })
})

it('an original has the current short URL of its link', async () => {
  const asked = (link_id: number) => ({
    filter: { period: 'all', include_bots: true, ...where({ link_id }) },
    page: undefined,
  })
  const known = await analytics.listOriginals(asked(4), as(1))
  const unknown = await analytics.listOriginals(asked(3), as(1)) // link is not in the dimension

  expect(new Set(known.items.map((it) => it.short_url))).toEqual(
    new Set(['https://go.example/new']),
  )
  expect(new Set(unknown.items.map((it) => it.short_url))).toEqual(
    new Set(['https://go.example/s3']),
  )
})

describe('a caller', () => {
  it('never sees clicks of another team, with any filter', async () => {
    const own = new Set(clicks.filter((it) => it.org_id === 2).map((it) => it.id))
    const check = async (filter: Filter) => {
      const { items } = await analytics.listClicks({ filter, page: { page: 0, limit: 100 } }, as(2))
      for (const { id } of items) expect(own.has(id)).toBe(true)
    }
    await fc.assert(fc.asyncProperty(filters, check), { numRuns: 60 })
  }, 240_000)

  it('without a team is rejected', async () => {
    const asked = { filter: undefined, page: undefined }
    await expect(analytics.listClicks(asked)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it('finds and changes nothing with values that look like SQL', async () => {
    const nasty = [
      "'",
      "' OR 1=1 --",
      '{orgId:UInt64}',
      '\\',
      '");DROP TABLE clicks_raw_v1',
      '\0',
      '🦊',
      '\n\t',
    ]
    for (const text of nasty) {
      for (const field of ['search', ...DIMENSION_NAMES]) {
        if (field === 'country') continue // checked by its form
        const asked = field === 'search' ? { search: text } : where({ [field]: text })
        const filter = { period: 'all', include_bots: true, ...asked }
        const { total } = await analytics.listClicks({ filter, page: undefined }, as(1))
        expect([field, text, total]).toEqual([field, text, expected(1, filter).length])
      }
      for (const operator of ['is_not', 'contains']) {
        const fields = DIMENSION_NAMES.filter((it) => CONDITIONS.has(conditionName(it, operator)))
        const all = fields
          .filter((field) => field !== 'country')
          .map((field) => ({ field, operator, values: [text] }))
        const filter = { period: 'all', include_bots: true, conditions: { all } }
        const { total } = await analytics.listClicks({ filter, page: undefined }, as(1))
        expect([operator, text, total]).toEqual([operator, text, expected(1, filter).length])
      }
    }
  })

  it('gets the errors of the request', async () => {
    const list = (filter: object, page = { page: 0, limit: 10 }) =>
      analytics.listClicks({ filter: { include_bots: false, ...filter }, page }, as(1))
    await expect(list({ period: 'foo' })).rejects.toMatchObject({ code: 'invalid_period' })
    const conditions = { all: [conditionOf('country is_not us')] }
    await expect(list({ conditions })).rejects.toMatchObject({ errors: [{ field: 'country_not' }] })
    await expect(list(where({ country: 'us' }))).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(list({}, { page: 0, limit: 11 })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(
      analytics.countClicks({ filter: undefined, interval: 'minute', page: undefined }, as(1)),
    ).rejects.toMatchObject({ kind: 'invalid' })
  })
})
