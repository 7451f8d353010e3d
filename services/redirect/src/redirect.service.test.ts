import { gatewayToken } from '@fingerpost/kit/gateway-token'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { createRecords } from '@fingerpost/kit/records'
import { createTestRedis } from '@fingerpost/kit/testing'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Fakes,
  queuedClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
const ID = Math.floor(Math.random() * 1e9)
let fakes: Fakes
let redis: Redis
let port: number
let domain: DomainRecord
let put: (record: SlugRecord) => Promise<boolean>

beforeAll(async () => {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  redis = stored.client
  const records = createRecords<SlugRecord>(redis)
  put = (record) => records.put(`slug:${record.domainId}:${record.slug.toLowerCase()}`, record)
  fakes = await startFakes(lifecycle)
  const redirect = await startTestRedirect(fakes, stored.url, { GRPC_SHARED_SECRET: '' })
  lifecycle.own('redirect', redirect, (it) => it.close())
  port = redirect.port
  domain = fakes.addDomain({ id: ID, name: 'go.example' })
})
afterAll(() => lifecycle.close())
beforeEach(() => void Object.assign(fakes, { away: false, hold: undefined }))

const go = (path: string, options = {}) => visit(port, 'go.example', path, options)
const reads = async () =>
  Number(/cmdstat_get:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)

/** The clicks of a link, once there are so many: on a busy machine some go through the spool. */
async function clicksOf(slug: string, count: number): Promise<Click[]> {
  const clicks = async () => (await queuedClicks(redis)).filter((click) => click.slug === slug)
  await vi.waitFor(async () => expect(await clicks()).toHaveLength(count), { timeout: 10_000 })
  return clicks()
}

/** Everything that was told before now has been heard: changes are heard in their order. */
async function told(): Promise<void> {
  const record = {
    ...(fakes.slugs.get(`slug:${ID}:mark`) ?? fakes.addLink(domain, { slug: 'mark' })),
  }
  record.version++
  record.url = `https://mark.example/${record.version}`
  fakes.slugs.set(`slug:${ID}:mark`, record)
  await put(record)
  await vi.waitFor(async () => expect((await go('/mark')).location).toBe(record.url), {
    interval: 5,
  })
}

describe('a hot link', () => {
  it('is answered without asking Redis or link', async () => {
    fakes.addLink(domain, { slug: 'hot' })
    await vi.waitFor(async () => {
      const { domains, slugs } = fakes.asked
      await go('/hot') // once more after the subscription began: changes may have been missed
      expect(fakes.asked).toMatchObject({ domains, slugs })
    })
    const [before, asked] = [await reads(), { ...fakes.asked }]

    for (let i = 0; i < 20; i++) expect((await go('/hot')).status).toBe(302)

    expect(fakes.asked).toEqual(asked)
    expect((await reads()) - before).toBe(0)
  })

  it('that link has put into Redis is never asked of link', async () => {
    const record = fakes.addLink(domain, { slug: 'warm', url: 'https://warm.example/' })
    await put(record)
    const { slugs } = fakes.asked

    expect((await go('/warm')).location).toBe('https://warm.example/')
    expect(fakes.asked.slugs).toBe(slugs)
  })

  it('that is damaged in Redis is asked of link', async () => {
    fakes.addLink(domain, { slug: 'damaged', url: 'https://whole.example/' })
    for (const text of ['{', '7 {"version":7}', 'x', '9 null']) {
      await redis.set(`slug:${ID}:damaged`, text)
      await redis.publish('records', `slug:${ID}:damaged`)
      expect((await go('/damaged')).location).toBe('https://whole.example/')
    }
  })
})

describe('a change of a link', () => {
  it('is seen at once', async () => {
    const record = fakes.addLink(domain, { slug: 'edited', url: 'https://one.example/' })
    expect((await go('/edited')).location).toBe('https://one.example/')

    for (let version = 2; version < 12; version++) {
      const url = `https://v${version}.example/`
      await put({ ...record, version, url })
      await vi.waitFor(async () => expect((await go('/edited')).location).toBe(url), {
        interval: 5,
      })
    }
  })

  it('is not undone by a read that began before it', async () => {
    const record = fakes.addLink(domain, { slug: 'raced', url: 'https://old.example/' })
    let release = () => {}
    fakes.hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const { slugs } = fakes.asked
    const early = go('/raced')
    await vi.waitFor(() => expect(fakes.asked.slugs).toBe(slugs + 1))

    await put({ ...record, version: 2, url: 'https://new.example/' })
    await told()
    expect((await go('/raced')).location).toBe('https://new.example/')
    release()

    expect((await early).location).toBe('https://old.example/')
    expect((await go('/raced')).location).toBe('https://new.example/')
  })

  it('makes a slug known that was not there before', async () => {
    expect((await go('/born-late')).status).toBe(404)
    const record = fakes.addLink(domain, { slug: 'born-late' })
    expect((await go('/born-late')).status).toBe(404)

    await put(record)

    await vi.waitFor(async () => expect((await go('/born-late')).status).toBe(302))
  })

  it('takes an address away from a link that has another now', async () => {
    const record = fakes.addLink(domain, { slug: 'moved' })
    expect((await go('/moved')).status).toBe(302)

    await put({ ...record, version: 2, free: true })

    await vi.waitFor(async () => expect((await go('/moved')).status).toBe(404))
  })
})

describe('an unknown slug', () => {
  it('is asked for once, however many want it, and remembered', async () => {
    const { slugs } = fakes.asked

    const all = await Promise.all(Array.from({ length: 100 }, () => go('/nobody')))
    await go('/nobody')

    expect(all.map(({ status }) => status)).toEqual(Array(100).fill(404))
    expect(fakes.asked.slugs).toBe(slugs + 1)
  })

  it('is 503 and not remembered while nobody can say', async () => {
    fakes.away = true
    const { status, headers } = await go('/who-knows')
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('2')

    fakes.away = false
    fakes.addLink(domain, { slug: 'who-knows' })
    expect((await go('/who-knows')).status).toBe(302)
  })

  it('leads to the domain’s page for that when it has one', async () => {
    fakes.addDomain({ id: ID + 1, name: 'own.example', notFoundUrl: 'https://own.example/404' })

    const { status, location, headers } = await visit(port, 'own.example', '/nothing')

    expect([status, location]).toEqual([302, 'https://own.example/404'])
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a link', () => {
  it('that was deleted is 410', async () => {
    fakes.addLink(domain, { slug: 'deleted', deleted: true })
    expect((await go('/deleted')).status).toBe(410)
  })

  it('that expired leads to its page for that as 302, and is no click', async () => {
    const url = 'https://late.example/'
    fakes.addLink(domain, { slug: 'late', expiresAtMs: 1, redirectCode: 301, expireUrl: url })
    fakes.addLink(domain, { slug: 'later', expiresAtMs: 1 })
    const { status, location, headers } = await go('/late')

    expect([status, location, headers['cache-control']]).toEqual([302, url, 'no-store'])
    expect((await go('/later')).status).toBe(410)
    await clicksOf('late', 0)
  })

  it('expires on the very moment, however long it was held', async () => {
    const expiresAtMs = Date.now() + 400
    fakes.addLink(domain, { slug: 'soon', expiresAtMs })
    expect((await go('/soon')).status).toBe(302)

    await vi.waitFor(async () => expect((await go('/soon')).status).toBe(410), { interval: 5 })

    expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs)
  })

  it('is shown before it is followed when somebody adds a plus', async () => {
    fakes.addLink(domain, {
      slug: 'shown',
      title: '<b>Bold</b>',
      url: 'https://far.example/?a=1&b',
    })
    fakes.addLink(domain, { slug: 'secret', passwordHash: 'x', url: 'https://hidden.example/' })
    const { status, body } = await go('/shown+?c=2')

    expect(status).toBe(200)
    expect(body).toContain('https://far.example/?a=1&amp;b&amp;c=2')
    expect(body).toContain('href="/shown?_via=preview&amp;c=2"')
    expect(body).not.toContain('<b>Bold')
    expect(await go('/secret+')).toMatchObject({
      status: 404,
      body: expect.not.stringContaining('hidden.example'),
    })
    await clicksOf('shown', 0)
  })

  it('is found by its slug in any case, unless the domain says otherwise', async () => {
    const strict = fakes.addDomain({ id: ID + 2, name: 'strict.example', caseSensitive: true })
    fakes.addLink(domain, { slug: 'MiXed' })
    fakes.addLink(strict, { slug: 'lower' })

    expect((await go('/mIxED')).status).toBe(302)
    expect((await visit(port, 'strict.example', '/lower')).status).toBe(302)
    expect((await visit(port, 'strict.example', '/LOWER')).status).toBe(404)
  })
})

describe('the click of a visit', () => {
  it('carries what was seen', async () => {
    fakes.addLink(domain, {
      slug: 'seen',
      title: 'Seen',
      utmSource: 'mail',
      url: 'https://e.com/?x=1',
    })
    const before = Date.now()

    const { location } = await go('/SEEN/?utm_term=t&y=2&_via=qr', {
      headers: {
        referer: 'https://from.example/page',
        'accept-language': 'de-AT,de;q=0.9',
        'sec-ch-prefers-color-scheme': '"dark"',
        'sec-ch-ua-platform': '"Linux"',
        'sec-ch-ua-model': '',
      },
    })

    expect(location).toBe('https://e.com/?x=1&utm_source=mail&utm_term=t&y=2')
    const [click] = await clicksOf('seen', 1)
    expect(click).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{14}-?7/),
      orgId: 7,
      domainId: ID,
      domain: 'go.example',
      slug: 'seen',
      shortUrl: 'http://go.example/seen',
      title: 'Seen',
      url: 'https://e.com/?x=1',
      variant: 'main',
      trigger: 'qr',
      ip: '127.0.0.1',
      userAgent: expect.stringContaining('Chrome'),
      acceptLanguage: 'de-AT,de;q=0.9',
      referer: 'https://from.example/page',
      query: 'utm_term=t&y=2',
      colorScheme: 'dark',
      hints: { uaPlatform: '"Linux"' },
      utmSource: 'mail',
      utmTerm: 't',
    })
    expect(click?.createdAtMs).toBeGreaterThanOrEqual(before)
    expect(click?.createdAtMs).toBeLessThanOrEqual(Date.now())
  })

  it('is recorded of bots too, and of nobody who only looks ahead', async () => {
    fakes.addLink(domain, { slug: 'watched' })
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ]) {
      expect((await go('/watched', { headers })).status).toBe(302)
    }
    expect((await go('/watched', { method: 'HEAD' })).status).toBe(302)
    await clicksOf('watched', 0)

    await go('/watched', { headers: { 'user-agent': 'Googlebot/2.1' } })
    await go('/watched', { headers: { 'user-agent': undefined } })
    await go('/watched', { headers: { range: 'bytes=0-1', 'if-none-match': '*' } })
    await clicksOf('watched', 3)
  })

  it('keeps no more of a header than is of use', async () => {
    fakes.addLink(domain, { slug: 'noisy' })

    await go(`/noisy?q=${'x'.repeat(5_000)}`, { headers: { 'user-agent': 'a'.repeat(8_000) } })

    const [click] = await clicksOf('noisy', 1)
    expect(click?.userAgent).toHaveLength(1_024)
    expect(click?.query).toHaveLength(4_096)
  })
})

describe('HEAD', () => {
  it('is answered with the headers of GET', async () => {
    fakes.addLink(domain, { slug: 'head' })
    const [get, head] = [await go('/head'), await go('/head', { method: 'HEAD' })]

    const { date: _, ...headers } = head.headers
    expect(get.headers).toMatchObject(headers)
    expect(headers['content-length']).toBe(`${get.body.length}`)
    expect(head.body).toBe('')
  })
})

describe('a page', () => {
  const page = async (accepted: string | undefined, path = '/no-such-link', options = {}) => {
    const headers = { 'accept-language': accepted }
    const { headers: got, body } = await go(path, { headers, ...options })
    const language = /<html lang="(..)">/.exec(body)?.[1]
    expect([got['content-language'], got.vary]).toEqual([language ?? 'de', 'Accept-Language'])
    return language
  }

  it('is in the language of its reader', async () => {
    expect(await page('de-CH,fr;q=0.5')).toBe('de')
    expect(await page('cs,fr;q=0.5')).toBe('fr')
    expect(await page('es', '/')).toBe('es')
    expect(await page(undefined)).toBe('en')
    expect(
      await page('de', '/no-such-link', { method: 'HEAD', headers: { 'accept-language': 'de' } }),
    ).toBe(undefined)
  })

  it('is never a redirect, which is the same for all', async () => {
    fakes.addLink(domain, { slug: 'spoken' })
    const { headers } = await go('/spoken', { headers: { 'accept-language': 'de' } })
    expect([headers.vary, headers['content-language']]).toEqual([undefined, undefined])
    expect(headers['accept-ch']).toBe('Sec-CH-Prefers-Color-Scheme, Sec-CH-UA-Model')
  })
})

describe('what is no link', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/favicon.ico', 204],
    ['GET', '/robots.txt', 200],
    ['GET', '/%', 400],
    ['GET', '/%ff', 400],
    ['GET', '/%00', 404],
    ['GET', '/a%0d%0ab', 404],
    ['GET', '/a%2fb', 404],
    ['GET', '/a/../b', 404],
    ['GET', '//a', 404],
    ['GET', '/a;x', 404],
    ['GET', `/${'a'.repeat(8_000)}`, 414],
    ['GET', '/.well-known/security.txt', 404],
    ['PUT', '/abc', 405],
    ['DELETE', '/abc', 405],
    ['OPTIONS', '/abc', 405],
    ['POST', '/', 405],
  ])('%s %s is %i', async (method, path, expected) => {
    const { status, headers, body } = await go(path, { method })

    expect(status).toBe(expected)
    if (path.length > 4) expect(body).not.toContain(path.slice(1))
    if (expected === 405) expect(headers.allow).toBe('GET, HEAD')
  })

  it('leads from the root to the domain’s own page', async () => {
    fakes.addDomain({ id: ID + 3, name: 'root.example', rootUrl: 'https://www.root.example/' })
    expect((await visit(port, 'root.example', '/')).location).toBe('https://www.root.example/')
  })
})

describe('the host of a request', () => {
  it.each(['GO.EXAMPLE', 'go.example.', 'go.example:8443', 'www.go.example'])(
    '%s names the domain',
    async (host) => {
      fakes.addLink(domain, { slug: 'hosted' })
      expect((await visit(port, host, '/hosted')).status).toBe(302)
    },
  )

  it.each(['evil.com', 'a b<x>', 'go.example:99999', '127.0.0.1', '', 'go.example.evil.com'])(
    '%j names none',
    async (host) => {
      fakes.addLink(domain, { slug: 'hosted' })
      expect((await visit(port, host, '/hosted')).status).toBe(404)
    },
  )

  it('that is not verified resolves nothing yet', async () => {
    const unverified = fakes.addDomain({ id: ID + 4, name: 'new.example', verified: false })
    fakes.addLink(unverified, { slug: 'x' })
    expect((await visit(port, 'new.example', '/x')).status).toBe(404)
  })

  it('is not what a stranger forwards', async () => {
    fakes.addLink(domain, { slug: 'hosted' })
    const headers = {
      'x-forwarded-host': 'go.example',
      'x-forwarded-for': '8.8.8.8',
      'x-fingerpost-gateway': gatewayToken('guessed'),
    }
    expect((await visit(port, 'evil.com', '/hosted', { headers })).status).toBe(404)
  })
})
