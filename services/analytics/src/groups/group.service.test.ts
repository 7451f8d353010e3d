import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import { inScope, type ModelClick, makeClicks, makeLinks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'
import { GROUP_FIELDS } from './group.rules.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const links = makeLinks().map((link) => ({ ...link, created_at_ms: Date.UTC(2026, 2, 1) }))
const clicks = makeClicks(NOW)
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>['clickhouse']
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']
const page = { page: 0, limit: 100 }

beforeAll(async () => {
  const { env, ...store } = await openTestClickHouse(lifecycle)
  clickhouse = store.clickhouse
  const repository = clickRepository(clickhouse)
  await repository.insert('merged', clicks.slice(0, 2_000))
  await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL') // now in rollups, the rest is not
  await repository.insert('not merged', clicks.slice(2_000))
  await linkChangeRepository(clickhouse).upsert(links)
  ;({ analytics } = await openTestAnalytics(lifecycle, env, () => NOW))
})
afterAll(() => lifecycle.close())

const filter = { period: 'all', include_bots: false }
const inTeam = (orgId: number) =>
  clicks.filter(inScope(orgId, filter, resolvePeriod(filter, NOW), links))
const group = async (orgId: number, field: string) => {
  const { groups } = await analytics.groupClicks({ filter, fields: [field], page }, as(orgId))
  return groups[0]!
}

/** Clicks by key as [value, clicks], most clicks first. */
function model(orgId: number, keys: (click: ModelClick) => (string | number)[]) {
  const counts = new Map<string, number>()
  for (const click of inTeam(orgId)) {
    for (const key of keys(click)) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}
const now = (link_id: number) => links.filter((it) => it.link_id === link_id).at(-1)

describe('groups', () => {
  it.each([
    ['countries', (it: ModelClick) => [it.country]],
    ['browsers', (it: ModelClick) => [it.browser]],
    ['domains', (it: ModelClick) => [it.domain_id]],
    ['links', (it: ModelClick) => [it.link_id]],
    ['folders', (it: ModelClick) => [now(it.link_id)?.folder_id ?? 0]],
    ['tags', (it: ModelClick) => now(it.link_id)?.tag_ids ?? []],
  ])('by %s count the same clicks as the model', async (field, keys) => {
    const found = await group(1, field)
    const expected = model(1, keys)

    expect(found.total).toBe(expected.length)
    expect(new Map(found.items.map((it) => [it.value, it.clicks]))).toEqual(new Map(expected))
    expect(found.items.map((it) => it.clicks)).toEqual(expected.map(([, clicked]) => clicked))
  })

  it('with equal clicks are sorted by their displayed text', async () => {
    const rows = ['CH', 'AT', 'DE', '', 'ZA', 'CH', 'AT', 'DE', '', 'ZA', 'XX'].map((country) => ({
      ...clicks[0]!,
      id: crypto.randomUUID(),
      org_id: 40,
      is_bot: false,
      country,
      browser: country.toLowerCase() || 'Firefox',
    }))
    await clickRepository(clickhouse).insert('equal clicks', rows)
    const titles = async (field: string) => (await group(40, field)).items.map(({ title }) => title)

    expect(await titles('countries')).toEqual([
      'Austria',
      'Germany',
      'South Africa',
      'Switzerland',
      'Unknown',
      'XX',
    ])
    expect(await titles('browsers')).toEqual(['at', 'ch', 'de', 'Firefox', 'za', 'xx'])
  })

  it('have names of countries and titles for missing values', async () => {
    const countries = (await group(1, 'countries')).items
    const referers = (await group(1, 'referers')).items

    expect(countries.find(({ value }) => value === 'GB')?.title).toBe('United Kingdom')
    expect(countries.find(({ value }) => value === '')?.title ?? 'Unknown').toBe('Unknown')
    expect(referers.find(({ value }) => value === '')?.title ?? 'Direct').toBe('Direct')
  })

  it('of all fields are returned at once, in the requested order', async () => {
    const { groups } = await analytics.groupClicks({ filter, fields: GROUP_FIELDS, page }, as(1))

    expect(groups.map(({ field }) => field)).toEqual(GROUP_FIELDS)
  })

  it('are paged', async () => {
    const all = await group(1, 'cities')
    const { groups } = await analytics.groupClicks(
      { filter, fields: ['cities'], page: { page: 1, limit: 10 } },
      as(1),
    )

    expect(groups[0]?.total).toBe(all.total)
    expect(groups[0]?.items).toEqual(all.items.slice(10, 20))
  })

  it('are rejected for unknown fields', async () => {
    const call = analytics.groupClicks({ filter, fields: ['countries', 'x; DROP'], page }, as(1))

    await expect(call).rejects.toMatchObject({ kind: 'invalid', errors: [{ field: 'fields' }] })
  })
})

it('lists the values that a filter can match, by name', async () => {
  const list = (field: string, search = '', orgId = 1) =>
    analytics.listValues({ field, search, page, include_bots: false }, as(orgId))
  const countries = await list('country')
  const codes = new Set(inTeam(1).map(({ country }) => country))
  codes.delete('')

  expect(new Set(countries.items.map(({ value }) => value))).toEqual(codes)
  expect(countries.total).toBe(codes.size)
  const titles = countries.items.map(({ title }) => title)
  expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')))
  expect((await list('country', 'KINGDOM')).items).toEqual([
    { title: 'United Kingdom', value: 'GB' },
  ])
  expect((await list('city', '%')).items).toEqual([])
  expect((await list('city', '', 99)).total).toBe(0)
  await expect(list('password')).rejects.toMatchObject({ errors: [{ field: 'field' }] })
})

it('counts all time and the current month', async () => {
  const { links: linked, clicks: clicked } = await analytics.summarize({ filter: undefined }, as(1))
  const all = inTeam(1)

  expect(clicked).toEqual({
    total: all.length,
    month: all.filter(({ at }) => at >= Date.parse('2026-11-01T00:00:00Z')).length,
  })
  expect(linked).toEqual({ total: 3, month: 0 })
  for (const [field, operator, values, total] of [
    ['folder_id', 'is', ['5'], 1],
    ['folder_id', 'is_not', ['5'], 2],
    ['folder_id', 'is', ['0', '6'], 2],
    ['tag_id', 'is', ['8', '9'], 2],
    ['tag_id', 'is_not', ['8'], 2],
    ['link_id', 'is_not', ['1', '2'], 1],
    ['city', 'contains', ['ber'], 3], // of clicks, not of links
  ] as const) {
    const conditions = { all: [{ field, operator, values: [...values] }] }
    const some = await analytics.summarize({ filter: { conditions, include_bots: false } }, as(1))
    expect([field, operator, some.links?.total]).toEqual([field, operator, total])
  }
})

it('counts links by a search in every spelling, as it counts their clicks', async () => {
  const [link] = links
  const url = 'https://example.com/%C4%8Daj'
  const short_url = 'https://go.example/%C5%BElu%C5%A5'
  await linkChangeRepository(clickhouse).upsert([
    { ...link!, org_id: 9, link_id: 900, url, short_url },
  ])
  const total = async (search: string) =>
    (await analytics.summarize({ filter: { search, include_bots: false } }, as(9))).links?.total

  for (const found of ['čaj', 'ČAJ'.normalize('NFD'), '%c4%8daj', 'žluť', 'go.example/ž']) {
    expect([found, await total(found)]).toEqual([found, 1])
  }
  expect(await total('caj')).toBe(0)
})
