import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { gatewayToken } from '@fingerpost/kit/visitor/gateway-token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from './testing/redirect.ts'
import { type Scene, startScene } from './testing/scene.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
let ID: number
let fakes: Scene['fakes']
let port: Scene['port']
let domain: Scene['domain']
let go: Scene['go']
let clicksOf: Scene['clicksOf']

beforeAll(async () => {
  ;({ fakes, port, domain, go, clicksOf } = await startScene(lifecycle))
  ID = domain.id
})
afterAll(() => lifecycle.close())

describe('the click of a visit', () => {
  it('contains the request data', async () => {
    fakes.addLink(domain, {
      slug: 'seen',
      title: 'Seen',
      utm_source: 'mail',
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
      org_id: 7,
      domain_id: ID,
      domain: 'go.example',
      slug: 'seen',
      short_url: 'http://go.example/seen',
      title: 'Seen',
      url: 'https://e.com/?x=1',
      variant: 'main',
      trigger: 'qr',
      ip: '127.0.0.1',
      user_agent: expect.stringContaining('Chrome'),
      accept_language: 'de-AT,de;q=0.9',
      referer: 'https://from.example/page',
      query: 'utm_term=t&y=2',
      color_scheme: 'dark',
      hints: { ua_platform: '"Linux"' },
      utm_source: 'mail',
      utm_term: 't',
    })
    expect(click?.created_at_ms).toBeGreaterThanOrEqual(before)
    expect(click?.created_at_ms).toBeLessThanOrEqual(Date.now())
  })

  it('is recorded for bots, too, but not for prefetches', async () => {
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

  it('contains headers cut to their maximum length', async () => {
    fakes.addLink(domain, { slug: 'noisy' })

    await go(`/noisy?q=${'x'.repeat(5_000)}`, { headers: { 'user-agent': 'a'.repeat(8_000) } })

    const [click] = await clicksOf('noisy', 1)
    expect(click?.user_agent).toHaveLength(1_024)
    expect(click?.query).toHaveLength(4_096)
  })
})

describe('HEAD', () => {
  it('returns the headers of GET', async () => {
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

  it('is in the language of the visitor', async () => {
    expect(await page('de-CH,fr;q=0.5')).toBe('de')
    expect(await page('cs,fr;q=0.5')).toBe('fr')
    expect(await page('es', '/')).toBe('es')
    expect(await page(undefined)).toBe('en')
    expect(
      await page('de', '/no-such-link', { method: 'HEAD', headers: { 'accept-language': 'de' } }),
    ).toBe(undefined)
  })

  it('has no language if it is a redirect', async () => {
    fakes.addLink(domain, { slug: 'spoken' })
    const { headers } = await go('/spoken', { headers: { 'accept-language': 'de' } })
    expect([headers.vary, headers['content-language']]).toEqual([undefined, undefined])
    expect(headers['accept-ch']).toBe('Sec-CH-Prefers-Color-Scheme, Sec-CH-UA-Model')
  })
})

describe('a path that is not a link', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/favicon.ico', 204],
    ['GET', '/robots.txt', 200],
    ['GET', '/%', 404],
    ['GET', '/%ff', 404],
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

  it('redirects from the root to the root URL of the domain', async () => {
    fakes.addDomain({ id: ID + 3, name: 'root.example', root_url: 'https://www.root.example/' })
    expect((await visit(port, 'root.example', '/')).location).toBe('https://www.root.example/')
  })
})

describe('the host of a request', () => {
  it.each(['GO.EXAMPLE', 'go.example.', 'go.example:8443', 'www.go.example'])(
    '%s means the domain',
    async (host) => {
      fakes.addLink(domain, { slug: 'hosted' })
      expect((await visit(port, host, '/hosted')).status).toBe(302)
    },
  )

  it.each([
    ['evil.com', 404],
    ['127.0.0.1', 404],
    ['go.example.evil.com', 404],
    ['a b<x>', 400],
    ['go.example:99999', 400],
    ['', 404],
  ])('%j names none', async (host, status) => {
    fakes.addLink(domain, { slug: 'hosted' })
    expect((await visit(port, host, '/hosted')).status).toBe(status)
  })

  it('resolves no links if the domain is not verified', async () => {
    const unverified = fakes.addDomain({ id: ID + 4, name: 'new.example', verified: false })
    fakes.addLink(unverified, { slug: 'x' })
    expect((await visit(port, 'new.example', '/x')).status).toBe(404)
  })

  it('ignores X-Forwarded-Host of untrusted clients', async () => {
    fakes.addLink(domain, { slug: 'hosted' })
    const headers = {
      'x-forwarded-host': 'go.example',
      'x-forwarded-for': '8.8.8.8',
      'x-fingerpost-gateway': gatewayToken('guessed'),
    }
    expect((await visit(port, 'evil.com', '/hosted', { headers })).status).toBe(404)
  })
})
