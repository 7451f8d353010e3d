import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { served, visitMany } from '../load.ts'
import { customer, localStack, visit } from '../stack.ts'

const api = customer()
const local = localStack()

interface Link {
  id: string
  short_url: string
  clicks: number
  clicked_at: string | null
}
interface Page<T> {
  items: T[]
  total: number
  offset: number
  limit: number
}
interface Click {
  query: { t?: string }
  [field: string]: unknown
}

async function createLink(fields: object = {}): Promise<Link> {
  const { body: domains } = await api<Page<{ id: number; name: string }>>('GET', '/domain')
  const body = { url: 'https://example.com/hello', domain_id: domains.items[0]?.id, ...fields }
  const { status, body: link } = await api<Link>('POST', '/link', body)
  expect(status).toBe(201)
  return link
}

const stream = async (link: Link, query = '') =>
  (await api<Page<Click>>('GET', `/analytics/stream?link_id=${link.id}${query}`)).body
const read = async (link: Link) => (await api<Link>('GET', `/link/${link.id}`)).body

/** Waits until this many clicks of the link are stored. */
const untilStored = (link: Link, clicks: number) =>
  vi.waitFor(async () => expect((await read(link)).clicks).toBe(clicks), {
    timeout: 30_000,
    interval: 100,
  })

/** The tokens of all stored clicks of the link. */
async function storedTokens(link: Link): Promise<string[]> {
  const tokens: string[] = []
  for (let page = 0; ; page++) {
    const { items, total } = await stream(link, `&limit=100&page=${page}`)
    tokens.push(...items.map(({ query }) => query.t ?? ''))
    if (tokens.length >= total || items.length === 0) return tokens
  }
}

describe('a new link', () => {
  it('redirects to its destination, and its click has browser, system and place', async () => {
    const link = await createLink({ title: 'Hello' })
    const answer = await visit(`${link.short_url}?x=1`, {
      'x-forwarded-for': '83.208.93.244',
      'accept-language': 'cs-CZ,cs;q=0.9',
      referer: 'https://www.example.org/page',
    })

    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://example.com/hello?x=1')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    await untilStored(link, 1)
    const { items, ...page } = await stream(link)
    expect(page).toEqual({ total: 1, offset: 0, limit: 25 })
    expect(items[0]).toMatchObject({
      link_id: link.id,
      url: 'https://example.com/hello',
      title: 'Hello',
      browser: 'Chrome',
      os: 'Linux',
      device: 'Desktop',
      language: 'cs-CZ',
      referer: 'example.org',
      ip: '83.208.93.244',
      country: 'CZ',
      city: 'Prague',
      continent: 'Europe',
      is_eu: true,
      is_mobile: false,
      is_bot: false,
      query: { x: '1' },
    })
  })

  it('appears in every analytics operation', async () => {
    const link = await createLink()
    await visit(link.short_url)
    await untilStored(link, 1)

    const clicks = await api<{ time: string; clicks: number }[]>(
      'GET',
      `/analytics/clicks?link_id=${link.id}`,
    )
    expect(clicks.body).toEqual([
      { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+00:00$/), clicks: 1, visitors: 1 },
    ])
    const originals = await api('GET', `/analytics/originals?link_id=${link.id}`)
    expect(originals.body).toEqual({
      items: [
        {
          link_id: link.id,
          short_url: link.short_url,
          url: 'https://example.com/hello',
          clicks: 1,
          visitors: 1,
          favicon: expect.stringMatching(/^\/favicon\/example\.com\?t=\d+&s=/),
        },
      ],
      total: 1,
      offset: 0,
      limit: 25,
    })
    expect((await read(link)).clicked_at).not.toBeNull()
  })

  it('works immediately, even if its slug was requested before it existed', async () => {
    const slug = `later-${crypto.randomUUID()}`
    const { short_url: any } = await createLink()
    const early = await visit(new URL(`/${slug}`, any).href)
    const link = await createLink({ slug })

    expect(early.status).toBe(404)
    expect((await visit(link.short_url)).status).toBe(302)
  })
})

it('counts 1,000 visits as 1,000 clicks', async () => {
  const link = await createLink()
  const visits = await visitMany(link.short_url, { count: 1_000 })

  expect(served(visits)).toHaveLength(1_000)
  await untilStored(link, 1_000)
  expect((await storedTokens(link)).sort()).toEqual(served(visits).sort())
})

it.runIf(local)('finds a request in the logs of every process by its request id', async () => {
  const id = `follow-${crypto.randomUUID()}`
  const body = { url: 'https://example.com/', domain_id: 2 ** 40 }
  const answer = await api('POST', '/link', body, { 'x-request-id': id })
  const logs = join(dirname(process.env.FINGERPOST_STACK ?? ''), 'logs')

  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-request-id')).toBe(id)
  expect(answer.body).toMatchObject({ request_id: id })
  for (const name of ['gateway', 'link']) {
    await vi.waitFor(() => expect(readFileSync(join(logs, `${name}.log`), 'utf8')).toContain(id))
  }
})
