import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { healthRoutes } from '../routes/health/health.routes.ts'
import { KEYS, LINK, openTestApp } from '../testing/app.ts'

const long = 'x'.repeat(2_000)
const fakes = {
  links: {
    getLinks: async ({ ids }: { ids: number[] }) => ({
      links: ids.map((id) => ({ ...LINK, id, title: id === 9 ? long : '' })),
    }),
    createLink: async () => ({ ...LINK, title: long }),
  },
}
const { app } = await openTestApp(fakes, { CORS_ORIGINS: ['https://app.example'] })
const { app: open } = await openTestApp(fakes, { CORS_ORIGINS: ['*'] })
const { app: shut } = await openTestApp(fakes)
afterAll(async () => {
  for (const it of [app, open, shut]) await it.close()
})

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'
const call = (
  url: string,
  headers: Record<string, string> = {},
  method: Method = 'GET',
  on = app,
) => on.inject({ method, url, headers: { 'x-api-key': KEYS[0], ...headers } })

describe('a response to a read', () => {
  it.each(['/docs/', '/docs/json', '/docs/yaml', '/docs/problems', '/api/openapi.json'])(
    'below /docs has an ETag too: %s',
    async (url) => {
      const { headers, statusCode } = await call(url)
      const again = await call(url, { 'if-none-match': String(headers.etag) })

      expect([statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
    },
  )

  it('has an ETag, and is answered with 304 if the client sends that tag', async () => {
    const first = await call('/api/link/5')
    const tag = String(first.headers.etag)

    expect(tag).toMatch(/^W\/".{27}"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    for (const shown of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await call('/api/link/5', { 'if-none-match': shown })
      expect(again.statusCode, shown).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(tag)
      expect(again.headers['ratelimit-limit']).toBe(first.headers['ratelimit-limit'])
    }
    expect((await call('/api/link/5', { 'if-none-match': tag }, 'HEAD')).statusCode).toBe(304)
    for (const shown of ['"other"', '', `${tag}x`]) {
      expect((await call('/api/link/5', { 'if-none-match': shown })).statusCode).toBe(200)
    }
    expect((await call('/api/link/6', { 'if-none-match': tag })).statusCode).toBe(200)
  })

  it('has no ETag if the request failed or changed data', async () => {
    const answers = [
      await call('/api/link/abc', { 'if-none-match': '*' }),
      await app.inject({
        method: 'POST',
        url: '/api/link',
        headers: { 'x-api-key': KEYS[0], 'if-none-match': '*' },
        payload: { url: 'https://example.com', domain_id: 1 },
      }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 201])
    for (const { headers } of answers) {
      expect(headers.etag).toBeUndefined()
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a response above 1 KiB', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed with %s if the client accepts it', async (encoding, unpack) => {
    const plain = await call('/api/link/9')
    const packed = await call('/api/link/9', { 'accept-encoding': encoding })

    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.vary).toContain('accept-encoding')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers.etag).toBe(plain.headers.etag)
  })

  it('is not compressed below that size', async () => {
    const { headers } = await call('/api/version', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
  })
})

it('concurrent readiness checks share one check of the dependencies', async () => {
  const check = vi.fn(async () => {})
  const ready = fastify()
  await ready.register(healthRoutes({ link: check }, {}))
  const answers = await Promise.all(Array.from({ length: 50 }, () => ready.inject('/readyz')))

  expect(new Set(answers.map(({ body }) => body))).toEqual(
    new Set(['{"status":"ok","checks":{"link":"ok"}}']),
  )
  expect(check).toHaveBeenCalledTimes(1)
})

it.each([
  ['GET', '/api/link/5?foo=1', 'foo'],
  ['GET', '/api/version?limit=1', 'limit'],
  ['GET', '/api/openapi.json?x', 'x'],
  ['POST', '/api/link?dry_run=true', 'dry_run'],
] as const)('%s %s is rejected because of an unknown parameter', async (method, url, field) => {
  const payload = { url: 'https://example.com', domain_id: 1 }
  const answer = await app.inject({
    method,
    url,
    headers: { 'x-api-key': KEYS[0] },
    ...(method === 'POST' && { payload }),
  })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toMatchObject([{ field, code: 'unknown_field' }])
})

describe('Accept', () => {
  it.each([
    ['/api/version', 'text/html', 406],
    ['/api/version', 'application/xml, text/*;q=0.5', 406],
    ['/api/version', 'application/json;q=0', 406],
    ['/api/version', 'nonsense', 406],
    ['/api/version', '*/*', 200],
    ['/api/version', 'application/*', 200],
    ['/api/version', 'text/html, application/json;q=0.1', 200],
    ['/api/link/5/qr', 'image/svg+xml', 200],
    ['/api/link/5/qr', 'image/*', 200],
    ['/api/link/5/qr', 'application/json', 200],
    ['/api/link/5/qr', 'text/html', 406],
    ['/api/nothing', 'text/html', 404],
  ])('for %s: %s is answered with %i', async (url, accept, status) => {
    const answer = await call(url, { accept })

    expect(answer.statusCode).toBe(status)
    if (status === 406) {
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(answer.json()).toMatchObject({ code: 'not_acceptable' })
    }
  })
})

describe('a page of another origin', () => {
  const preflightHeaders = { 'access-control-request-method': 'POST', 'x-api-key': '' }

  it('is allowed if its origin is configured, and the preflight needs no key', async () => {
    const origin = 'https://app.example'
    const preflight = await call('/api/link', { origin, ...preflightHeaders }, 'OPTIONS')

    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
      'access-control-allow-methods': 'GET, HEAD, PATCH, POST, PUT',
      vary: 'Origin',
    })
    const answer = await call('/api/link/5', { origin })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(answer.headers['access-control-expose-headers']).toContain('ratelimit-remaining')
    const refused = await call('/api/link/5', { origin, 'x-api-key': '' })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe(origin)
  })

  it.each(['https://evil.example', 'http://app.example', 'https://app.example.evil', 'null'])(
    'is not allowed for the origin %s',
    async (origin) => {
      expect((await call('/api/link', { origin, ...preflightHeaders }, 'OPTIONS')).statusCode).toBe(
        401,
      )
      const answer = await call('/api/link/5', { origin })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers.vary).toContain('Origin')
    },
  )

  it('is allowed for any origin with *, and for none with an empty list', async () => {
    const origin = 'https://evil.example'
    const all = await call('/api/link/5', { origin }, 'GET', open)
    const none = await call('/api/link/5', { origin }, 'GET', shut)

    expect(all.headers['access-control-allow-origin']).toBe('*')
    expect(none.headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await call('/api/link', { origin, ...preflightHeaders }, 'OPTIONS', shut)).statusCode,
    ).toBe(401)
  })
})

it('every response has security headers for browsers', async () => {
  for (const url of ['/api/version', '/api/nothing', '/docs/problems', '/docs/json']) {
    expect((await call(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
  }
  const refused = await app.inject('/api/version')
  expect(refused.headers['x-content-type-options']).toBe('nosniff')
})

describe('a query string', () => {
  it.each(['search=%ff', 'search=100%', '%c3=1', 'page=0&search=%ed%a0%80'])(
    '%s is rejected because it is not percent-encoded UTF-8',
    async (query) => {
      const answer = await call(`/api/domain?${query}`)

      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        code: 'invalid_request',
        errors: [{ field: 'querystring', code: 'invalid_text' }],
      })
    },
  )
})
