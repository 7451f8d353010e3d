import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../contract.ts'
import { teamWithDomains, visitAs } from '../domains.ts'
import { expectShape } from '../shapes.ts'
import { admin, customer, stack } from '../stack.ts'

interface Page<T> {
  items: T[]
  total: number
  offset: number
  limit: number
}
interface GroupItem {
  title: string
  clicks: number
  value: string
}

const GROUPINGS =
  'countries cities regions continents browsers os devices languages platforms brands referers domains links folders tags utm_sources utm_mediums utm_campaigns utm_terms utm_contents utm_references'.split(
    ' ',
  )
const VALUES = 'country city region continent browser os device'.split(' ')
const PRAGUE = { 'x-forwarded-for': '83.208.93.244', 'accept-language': 'cs' }

/** A separate team, so that its numbers are known. */
let api: ReturnType<typeof customer>
let key: string
let link: { id: string; short_url: string }
let folder: { id: number }

beforeAll(async () => {
  const team = await admin<{ org_id: string; api_key: string }>('org', 'create', 'Counting team')
  const name = `count-${Date.now()}.example.com`
  const domain = await admin<{ id: number }>(
    'domain',
    'add',
    '--org',
    team.org_id,
    name,
    '--verified',
  )
  key = team.api_key
  api = customer(key)
  folder = (await api<{ id: number }>('POST', '/folder', { name: 'Spring' })).body
  const made = await api<typeof link>('POST', '/link', {
    url: 'https://example.com/page',
    domain_id: domain.id,
    folder_id: folder.id,
    utm_source: 'mail',
    title: 'Counted',
  })
  link = made.body
  const local = new URL(link.short_url)
  const address = new URL(local.pathname, stack.url).href
  const go = (headers: Record<string, string>) => visitAs(address, name, headers)
  await go({ ...PRAGUE, referer: 'https://www.example.org/x' })
  await go({
    ...PRAGUE,
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  })
  await go({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await vi.waitFor(
    async () => {
      const { body } = await api<Page<object>>('GET', '/analytics/stream?include_bots=true')
      expect(body.total).toBe(3)
    },
    { timeout: 15_000, interval: 100 },
  )
})

const errorsOf = ({ body }: Answer<unknown>) =>
  (body as { errors: { field: string }[] }).errors.map(({ field }) => field)

describe('groupings', () => {
  it.each(GROUPINGS)('%s are envelopes of title, clicks and value', async (grouping) => {
    const { status, body } = await api<Page<GroupItem>>('GET', `/analytics/${grouping}`)

    expect(status).toBe(200)
    expectShape(body, {
      items: expect.any(Array),
      total: expect.any(Number),
      offset: 0,
      limit: 25,
    })
    for (const item of body.items) {
      expectShape(item, {
        title: expect.stringMatching(/./),
        clicks: expect.any(Number),
        visitors: expect.any(Number),
        value: expect.any(String),
      })
    }
    const sum = body.items.reduce((total, { clicks }) => total + clicks, 0)
    expect(sum).toBe(grouping === 'tags' ? 0 : 2)
  })

  it('have a title for each group, and a value that the filter accepts', async () => {
    const { body } = await api<Record<string, Page<GroupItem>>>(
      'GET',
      '/analytics/group?fields=countries,folders,referers,links,utm_sources,browsers',
    )
    const titles = (field: string) =>
      body[field]?.items.map(({ title, value }) => [title, value]).sort()

    expect(Object.keys(body)).toHaveLength(6)
    expect(titles('countries')).toEqual([['Czechia', 'CZ']])
    expect(titles('folders')).toEqual([['Spring', String(folder.id)]])
    expect(titles('referers')).toEqual([
      ['Direct', ''],
      ['example.org', 'example.org'],
    ])
    expect(titles('links')).toEqual([[link.short_url, link.id]])
    expect(titles('utm_sources')).toEqual([['mail', 'mail']])
    for (const { value, clicks } of body.browsers?.items ?? []) {
      const filtered = await api<Page<object>>(
        'GET',
        `/analytics/stream?browser=${encodeURIComponent(value)}`,
      )
      expect(filtered.body.total).toBe(clicks)
    }
  })

  it('count bots only on request', async () => {
    const clicks = async (query: string) => {
      const { body } = await api<Page<GroupItem>>('GET', `/analytics/links?${query}`)
      return body.items[0]?.clicks
    }

    expect(await clicks('')).toBe(2)
    expect(await clicks('include_bots=true')).toBe(3)
  })

  it('reject unknown parameters by name', async () => {
    expect(errorsOf(await api('GET', '/analytics/group?fields=countries,colours'))).toEqual([
      'fields',
    ])
    expect(errorsOf(await api('GET', '/analytics/group'))).toEqual(['fields'])
    expect(errorsOf(await api('GET', '/analytics/countries?country=cz&limit=11'))).toEqual([
      'limit',
      'country',
    ])
  })
})

describe('filters', () => {
  it.each([
    [`link_id=${2 ** 52}`, 0],
    ['country=DE&country=CZ', 2],
    ['country=DE&country=FR', 0],
    ['country_not=DE&country_not=FR', 2],
    ['country_not=CZ', 0],
    ['referer_not=example.org', 1],
    ['referer_contains=EXAMPLE', 1],
    ['utm_source_contains=new&utm_source_contains=MAI', 2],
    ['folder_id_not=0', 2],
    ['folder_id=0', 0],
    ['tag_id_not=1&domain_id_not=1', 2],
  ])('?%s match the same clicks in each operation', async (query, clicks) => {
    const total = async (path: string) =>
      (await api<{ total: number }>('GET', `/analytics/${path}?${query}`)).body.total
    const summary = await api('GET', `/analytics/summary?${query}`)
    const report = await api<{ parts: Page<object>[] }>(
      'GET',
      `/analytics/report?${query}&part=stream`,
    )

    expect(summary.body).toMatchObject({ clicks: { total: clicks } })
    expect(report.body.parts[0]?.total).toBe(clicks)
    expect(await total('links')).toBe(clicks === 0 ? 0 : 1)
    expect(await total('originals')).toBe(clicks === 0 ? 0 : 1)
  })
})

describe('a report', () => {
  const report = (parts: readonly string[]) =>
    api<{ parts: unknown[] }>(
      'GET',
      `/analytics/report?period=week${parts.map((it) => `&part=${encodeURIComponent(it)}`).join('')}`,
    )

  it('has the answers of its parts', async () => {
    const parts = [
      'summary',
      'clicks?interval=hour',
      'group?fields=countries,folders,links&limit=100',
      'browsers',
      'destinations?limit=10',
      'originals?include_bots=true',
      `series?link_ids=${link.id}&interval=day`,
    ]
    const each = []
    for (const part of parts) {
      each.push(await api('GET', `/analytics/${part}${part.includes('?') ? '&' : '?'}period=week`))
    }
    const { status, body } = await report(parts)

    expect(status).toBe(200)
    expect(body.parts).toEqual(each.map((it) => it.body))
  })

  it('names the part that the service rejects', async () => {
    const { body } = await report(['clicks', 'clicks?period=sometime'])
    expect(body).toMatchObject({
      code: 'invalid_period',
      detail: expect.stringMatching(/^part\.1: /),
    })
    expect(errorsOf(await report(['clicks', 'group?fields=colours']))).toEqual(['part.1.fields'])
  })
})

describe('values', () => {
  it.each(VALUES)('of %s are those found in clicks, without the empty one', async (field) => {
    const { status, body } = await api<Page<{ title: string; value: string }>>(
      'GET',
      `/analytics/value/${field}`,
    )

    expect(status).toBe(200)
    expect(body.total).toBeGreaterThan(0)
    for (const item of body.items) {
      expectShape(item, { title: expect.stringMatching(/./), value: expect.stringMatching(/./) })
      const found = await api<Page<object>>(
        'GET',
        `/analytics/stream?${field}=${encodeURIComponent(item.value)}`,
      )
      expect(found.body.total).toBeGreaterThan(0)
    }
  })

  it('are searched by title', async () => {
    const { body } = await api<Page<object>>('GET', '/analytics/value/country?search=CZECH')

    expect(body.items).toEqual([{ title: 'Czechia', value: 'CZ' }])
  })
})

it('counts links and clicks, in total and of this month', async () => {
  const { body } = await api('GET', '/analytics/summary')

  expect(body).toEqual({
    links: { total: 1, month: 1 },
    clicks: { total: 2, month: 2 },
    visitors: { total: 2, month: 2 },
  })
})

describe('an export of clicks', () => {
  const get = (format: string) =>
    fetch(`${stack.url}/api/analytics/export?format=${format}`, { headers: { 'x-api-key': key } })

  it('contains every click, as CSV and as NDJSON', async () => {
    const csv = (await (await get('csv')).text()).trim().split('\n')
    const ndjson = (await (await get('ndjson')).text()).trim().split('\n')
    const stream = await api<Page<object>>('GET', '/analytics/stream')

    expect(csv).toHaveLength(3)
    expect(csv[0]).toMatch(/^id,link_id,domain_id,/)
    expect(ndjson.map((line) => JSON.parse(line))).toEqual(stream.body.items)
  })
})

describe('another team', () => {
  it('sees nothing of this one', async () => {
    const theirs = customer()

    for (const path of ['stream', 'originals', 'destinations', 'countries', 'links']) {
      const { body } = await theirs<Page<object>>(
        'GET',
        `/analytics/${path}?link_id=${link.id}&period=all`,
      )
      expect([path, body.total]).toEqual([path, 0])
    }
    expect((await theirs('GET', `/analytics/clicks?link_id=${link.id}`)).body).toEqual([])
  })
})

it('finds clicks by a non-ASCII slug in any spelling', async () => {
  const team = await teamWithDomains('Umlauts')
  const domain = await team.createVerified()
  const { slug, short_url } = await team.link(domain.id, { slug: 'äö-straße' })
  await visitAs(new URL(new URL(short_url).pathname, stack.url).href, domain.name, {})

  for (const text of [slug, 'ÄÖ', 'äö'.normalize('NFD'), '%C3%A4%C3%B6', short_url]) {
    await vi.waitFor(
      async () => {
        const path = `/analytics/links?period=all&search=${encodeURIComponent(text)}`
        const { body } = await team.api<Page<GroupItem>>('GET', path)
        expect([text, body.items]).toMatchObject([text, [{ clicks: 1 }]])
      },
      { timeout: 15_000, interval: 100 },
    )
  }
})
