import fc from 'fast-check'
import { Pool } from 'undici'
import { beforeAll, expect, it, vi } from 'vitest'
import { admin, CHROME, type customer, stack } from '../stack.ts'
import { newTeam, type Page, unique } from '../teams.ts'

const CLICKS = 5_000
const CHECKS = 60

/** Visitors with known geo data. */
const PLACES = [
  { ip: '83.208.93.244', country: 'CZ', city: 'Prague', continent: 'Europe' },
  { ip: '8.8.8.8', country: 'US', city: '', continent: 'North America' },
  { ip: '127.0.0.9', country: '', city: '', continent: '' },
]
const AGENTS = [
  { agent: CHROME, browser: 'Chrome', os: 'Linux', device: 'Desktop', bot: false },
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    browser: 'Mobile Safari',
    os: 'iOS',
    device: 'Mobile',
    bot: false,
  },
  {
    agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)',
    browser: '',
    os: '',
    device: 'Bot',
    bot: true,
  },
]
type Place = (typeof PLACES)[number]
type Agent = (typeof AGENTS)[number]
interface Link {
  id: string
  short_url: string
  url: string
  folder: string | undefined
  tags: string[]
}
interface Visit {
  link: Link
  place: Place
  agent: Agent
}

let api: ReturnType<typeof customer>
let key: string
let links: Link[]
let visits: Visit[]
let folders: string[]
let tags: string[]

beforeAll(async () => {
  const team = await newTeam('Counted to the last')
  ;({ api, key } = team)
  const name = `${unique('counts').toLowerCase()}.example.com`
  const domain = await admin<{ id: number }>(
    'domain',
    'add',
    '--org',
    team.orgId,
    name,
    '--verified',
  )
  const made = async (path: string) =>
    String((await api<{ id: number }>('POST', path, { name: unique('x') })).body.id)
  folders = [await made('/folder'), await made('/folder')]
  tags = [await made('/tag'), await made('/tag')]
  links = []
  for (let i = 0; i < 6; i++) {
    const folder = folders[i % 3]
    const own = tags.filter((_, at) => (i >> at) % 2 === 1)
    const url = `https://example.com/Page-${i}`
    const { body } = await api<Link>('POST', '/link', {
      url,
      domain_id: domain.id,
      title: `Link ${i}`,
      folder_id: folder ? Number(folder) : null,
      tags: own.map(Number),
    })
    links.push({ id: body.id, short_url: body.short_url, url, folder, tags: own })
  }
  visits = fc.sample(
    fc.record({
      link: fc.constantFrom(...links),
      place: fc.constantFrom(...PLACES),
      agent: fc.constantFrom(...AGENTS),
    }),
    CLICKS,
  )
  await visitAll(visits, name)
  await vi.waitFor(
    async () => {
      const { body } = await api<Page<object>>(
        'GET',
        '/analytics/stream?period=all&include_bots=true',
      )
      expect(body.total).toBe(CLICKS)
    },
    { timeout: 60_000, interval: 200 },
  )
}, 120_000)

async function visitAll(all: readonly Visit[], host: string): Promise<void> {
  const pool = new Pool(stack.url, { connections: 32 })
  const queue = [...all]
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { link, place, agent } = next
      const answer = await pool.request({
        method: 'GET',
        path: new URL(link.short_url).pathname,
        headers: { host, 'user-agent': agent.agent, 'x-forwarded-for': place.ip },
      })
      await answer.body.dump()
      expect(answer.statusCode).toBe(302)
    }
  }
  await Promise.all(Array.from({ length: 32 }, work))
  await pool.close()
}

interface Filter {
  link_id?: string | undefined
  folder_id?: string | undefined
  tag_id?: string | undefined
  search?: string | undefined
  country?: string | undefined
  city?: string | undefined
  continent?: string | undefined
  browser?: string | undefined
  os?: string | undefined
  device?: string | undefined
  include_bots: boolean
}

/** The model: whether a visit passes a filter. */
function passes({ link, place, agent }: Visit, filter: Filter): boolean {
  const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value
  const search = filter.search?.toLowerCase() ?? ''
  return (
    (filter.include_bots || !agent.bot) &&
    is(filter.link_id, link.id) &&
    (filter.folder_id === undefined || filter.folder_id === (link.folder ?? '0')) &&
    (filter.tag_id === undefined || link.tags.includes(filter.tag_id)) &&
    (link.url.toLowerCase().includes(search) || link.short_url.toLowerCase().includes(search)) &&
    is(filter.country, place.country) &&
    is(filter.city, place.city) &&
    is(filter.continent, place.continent) &&
    is(filter.browser, agent.browser) &&
    is(filter.os, agent.os) &&
    is(filter.device, agent.device)
  )
}

const some = (...values: string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 4 })

it('every analytics operation and every link count the same clicks, for any filter', async () => {
  const filters: fc.Arbitrary<Filter> = fc.record({
    link_id: some(...links.map(({ id }) => id), '987654321'),
    folder_id: some(...folders, '0'),
    tag_id: some(...tags),
    search: some('page-1', 'PAGE', 'nowhere', '%'),
    country: some('CZ', 'US', 'DE'),
    city: some('Prague'),
    continent: some('Europe', 'North America'),
    browser: some('Chrome', 'Mobile Safari'),
    os: some('Linux', 'iOS'),
    device: some('Desktop', 'Mobile', 'Bot'),
    include_bots: fc.boolean(),
  })
  const sum = (items: { clicks: number }[]) => items.reduce((total, it) => total + it.clicks, 0)

  for (const filter of fc.sample(filters, CHECKS)) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    const ask = async <T>(path: string) => (await api<T>('GET', `/analytics/${path}?${query}`)).body
    const total = async (path: string) => sum((await ask<Page<{ clicks: number }>>(path)).items)
    const exported = async () => {
      const headers = { 'x-api-key': key }
      const address = `${stack.url}/api/analytics/export?format=ndjson&${query}`
      return (await (await fetch(address, { headers })).text()).split('\n').filter(Boolean).length
    }
    const expected = visits.filter((visit) => passes(visit, filter))
    const asked = {
      stream: ask<Page<object>>('stream').then((it) => it.total),
      intervals: ask<{ clicks: number }[]>('clicks').then(sum),
      originals: total('originals'),
      links: total('links'),
      browsers: total('browsers'),
      folders: total('folders'),
      summary: ask<{ clicks: { total: number } }>('summary').then((it) => it.clicks.total),
      exported: exported(),
    }
    const counts = Object.fromEntries(
      await Promise.all(Object.entries(asked).map(async ([name, it]) => [name, await it])),
    )

    const all = Object.fromEntries(Object.keys(counts).map((name) => [name, expected.length]))
    expect([query.toString(), counts]).toEqual([query.toString(), all])
  }
})

it('each folder and tag has the number of its links and of their human clicks', async () => {
  for (const [path, ids, has] of [
    ['/folder', folders, ({ folder }: Link, id: string) => folder === id],
    ['/tag', tags, ({ tags }: Link, id: string) => tags.includes(id)],
  ] as const) {
    const expected = ids.map((id) => ({
      id: Number(id),
      links: links.filter((link) => has(link, id)).length,
      clicks: visits.filter(({ link, agent }) => has(link, id) && !agent.bot).length,
    }))
    await expect
      .poll(
        async () => {
          const { body } = await api<Page<object>>(
            'GET',
            `${path}?counts=true&sort=created_at&order=asc`,
          )
          return body.items
        },
        { timeout: 10_000 },
      )
      .toMatchObject(expected)
  }
})

it('the count of each link equals its human clicks', async () => {
  for (const { id } of links) {
    const people = visits.filter(({ link, agent }) => link.id === id && !agent.bot)
    await expect
      .poll(async () => (await api<{ clicks: number }>('GET', `/link/${id}`)).body.clicks, {
        timeout: 10_000,
      })
      .toBe(people.length)
  }
})
