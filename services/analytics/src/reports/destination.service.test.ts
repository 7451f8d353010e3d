import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import type { ClickRow } from '../clicks/click.schema.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import { where } from '../testing/filter.ts'
import { inScope, type ModelClick, makeClicks, makeLinks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const links = makeLinks()
const clicks = makeClicks(NOW).map(spread)
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']

/** Gives the clicks of team 1 to 60 links, each with 1 to 14 destinations. */
function spread(click: ModelClick, nth: number): ModelClick {
  if (click.org_id !== 1) return click
  const link_id = 100 + Math.floor(60 * (((nth * 7_919) % 3_000) / 3_000) ** 2)
  const url = `https://example.com/${link_id}/${nth % (1 + (link_id % 14))}`
  const changed: ClickRow = { ...click, link_id, url, short_url: `https://go.example/s${link_id}` }
  return Object.defineProperty(changed, 'at', { value: click.at }) as ModelClick
}

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

interface Counted {
  link_id: number
  clicks: number
  destinations: Map<string, number>
}

/** Links of the model with all of their destinations, most clicked first. */
function expected(orgId: number, filter: Filter): Counted[] {
  const found = new Map<number, Counted>()
  for (const click of clicks.filter(inScope(orgId, filter, resolvePeriod(filter, NOW), links))) {
    const { link_id, url } = click
    const link = found.get(link_id) ?? { link_id, clicks: 0, destinations: new Map() }
    link.clicks++
    link.destinations.set(url, (link.destinations.get(url) ?? 0) + 1)
    found.set(link_id, link)
  }
  return [...found.values()].sort((a, b) => b.clicks - a.clicks || a.link_id - b.link_id)
}

const FILTERS: Filter[] = [
  { period: 'all', include_bots: true },
  { period: 'all', include_bots: false },
  { period: 'year', timezone: 'Europe/Berlin', include_bots: false },
  { period: 'today', include_bots: true },
  { period: 'all', include_bots: true, ...where({ country: 'GB' }) },
  { period: 'all', include_bots: true, search: 'S12' },
  { period: 'all', include_bots: true, ...where({ link_id: 113 }) },
  { period: 'all', include_bots: true, ...where({ link_id: 9_999 }) },
]

describe.each(FILTERS)('the destinations of %j', (filter) => {
  it('are grouped by link, with the totals of all destinations', async () => {
    for (const orgId of [1, 2]) {
      const wanted = expected(orgId, filter)
      const [first, second] = await Promise.all(
        [0, 1].map((page) =>
          analytics.listDestinations({ filter, page: { page, limit: 50 } }, as(orgId)),
        ),
      )
      const items = [...(first?.items ?? []), ...(second?.items ?? [])]

      expect([first?.total, second?.total]).toEqual([wanted.length, wanted.length])
      expect(items.map(({ link_id, clicks, destination_count: count }) => [link_id, clicks, count]))
        // biome-ignore format: one line per side
        .toEqual(wanted.map((it) => [it.link_id, it.clicks, it.destinations.size]))
      for (const [n, { destinations }] of items.entries()) {
        const all = wanted[n]?.destinations ?? new Map<string, number>()
        const most = [...all.values()].sort((a, b) => b - a).slice(0, 10)
        expect(destinations.map((it) => it.clicks)).toEqual(most)
        expect(new Set(destinations.map(({ url }) => url)).size).toBe(most.length)
        for (const { url, clicks } of destinations)
          expect([url, clicks]).toEqual([url, all.get(url)])
      }
    }
  })
})

it('the test data exceeds ten destinations per link and 100 in total', () => {
  const sizes = expected(1, { period: 'all', include_bots: true }).map((it) => it.destinations.size)

  expect(Math.max(...sizes)).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(100)
})
