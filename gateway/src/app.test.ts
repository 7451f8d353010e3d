import { beforeEach, describe, expect, it } from 'vitest'
import { app, call, calls, catalog, goodKey, post, reset } from './testing/api.ts'

beforeEach(reset)

describe('a problem', () => {
  it('has the shape of RFC 9457 and the id of its request', async () => {
    const response = await call('/api/link/6', { headers: { 'x-request-id': 'my-id.1' } })

    expect(response.headers['x-request-id']).toBe('my-id.1')
    expect(response.json()).toEqual({
      type: '/docs/problems#not_found',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: 'There is no such link.',
      request_id: 'my-id.1',
      errors: [],
    })
  })

  it('gets a generated id when the id of the client is unsafe', async () => {
    const response = await call('/api/link/6', { headers: { 'x-request-id': 'a b<script>' } })

    expect(response.json().request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('reveals nothing about a bug except the request id', async () => {
    const response = await post({ url: 'https://e.com', domain_id: 1, slug: 'bug' })

    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ code: 'internal_error' })
    expect(response.body).not.toContain('secret internals')
  })

  it.each([
    ['GET', '/api/nothing', 404, 'not_found', undefined],
    ['DELETE', '/api/version', 405, 'method_not_allowed', 'GET, HEAD'],
    ['DELETE', '/api/link', 405, 'method_not_allowed', 'GET, HEAD, PATCH, POST, PUT'],
    ['GET', '/api/link/abc', 400, 'invalid_request', undefined],
    ['GET', '/api/link/9007199254740993', 404, 'not_found', undefined],
  ] as const)('%s %s is %i %s', async (method, url, status, code, allow) => {
    const response = await call(url, { method })

    expect(response.json()).toMatchObject({ status, code })
    expect(response.headers.allow).toBe(allow)
  })

  it.each([
    ['{"url":', 'application/json', 400, 'invalid_json'],
    ['', 'application/json', 400, 'invalid_request'],
    ['{"__proto__":{"x":1}}', 'application/json', 400, 'invalid_json'],
    ['{"constructor":{"prototype":{}}}', 'application/json', 400, 'invalid_json'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
    ['a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [`{"url":"${'x'.repeat(2 ** 20)}"}`, 'application/json', 413, 'payload_too_large'],
  ])('for the body %.20s as %s is %i %s', async (payload, type, status, code) => {
    const response = await post(payload, { 'content-type': type })

    expect(response.json()).toMatchObject({ status, code })
    expect(calls.created).toEqual([])
  })
})

describe('lists', () => {
  it.each([
    'limit=0',
    'limit=11',
    'limit=1000',
    'limit=-1',
    'limit=25abc',
    'limit=25.0',
    'limit=',
    'limit=10&limit=100',
    'limit[]=10',
    'page=-1',
    'page=1.5',
    'page=',
    'page=1e3',
    'colour=red',
  ])('reject ?%s', async (query) => {
    const response = await call(`/api/domain?${query}`)

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(response.json().errors).toHaveLength(1)
  })

  it('use the same envelope, even past the last page', async () => {
    expect((await call('/api/domain')).json()).toEqual({
      items: [],
      total: 3,
      offset: 0,
      limit: 25,
    })
    expect((await call('/api/domain?page=3&limit=50')).json()).toMatchObject({
      offset: 150,
      limit: 50,
    })
  })
})

it('returns its version', async () => {
  expect((await call('/api/version')).json()).toEqual({
    version: '1.2.3',
    build_id: 'abc',
    build_time: '2026-11-20T00:00:00.000Z',
  })
})

it('names the dependencies that are not ready', async () => {
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
  catalog.away = true
  const ask = () => app.inject({ url: '/readyz' })
  await expect.poll(async () => (await ask()).statusCode).toBe(503)
  const response = await ask()
  expect(response.json().checks).toEqual({
    link: 'ok',
    catalog: 'unavailable',
    bio: 'unavailable',
  })
})

describe('a visitor while redirect is unavailable', () => {
  const visit = (headers: Record<string, string>, url = '/sale') => app.inject({ url, headers })

  it('gets a page in the preferred language', async () => {
    const response = await visit({ accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' })

    expect(response.statusCode).toBe(503)
    expect(response.headers).toMatchObject({
      'retry-after': '2',
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'de',
      'content-length': `${Buffer.byteLength(response.body)}`,
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.any(String),
    })
    expect(response.body).toContain('<h1>Vorübergehend nicht verfügbar</h1>')
    expect((await visit({ accept: '*/*' })).body).toContain('<h1>Temporarily unavailable</h1>')
  })

  it('gets a problem when the request accepts only JSON', async () => {
    const json = { accept: 'application/json' }
    for (const response of [await visit(json), await visit({}, '/@ours.json')]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['content-type']).toBe('application/problem+json')
      expect(response.json()).toMatchObject({ code: 'unavailable' })
    }
  })
})

describe('a method that a path does not support', () => {
  it.each([
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['POST', '/docs/json', 'GET, HEAD'],
    ['PUT', '/docs/problems', 'GET, HEAD'],
    ['POST', '/favicon/shop.example', 'GET, HEAD'],
    ['POST', '/app/links', 'GET, HEAD'],
    ['OPTIONS', '/app/assets/a.js', 'GET, HEAD'],
    ['OPTIONS', '/api/version', 'GET, HEAD'],
    ['OPTIONS', '/api/link', 'GET, HEAD, PATCH, POST, PUT'],
    ['POST', '/api/link/5', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/api/link/import', 'POST'],
    ['TRACE', '/api/link', 'GET, HEAD, PATCH, POST, PUT'],
    ['PROPFIND', '/api/version', 'GET, HEAD'],
    ['TRACE', '/docs/problems', 'GET, HEAD'],
  ])('is rejected with the allowed methods: %s %s', async (method, url, allow) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-api-key': goodKey },
    })

    expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('a request that matches no route', () => {
  it.each(['/api/%', '/api/link/%ff'])('%.20s is a problem', async (url) => {
    const response = await app.inject({ url })

    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ code: 'invalid_request' })
    expect(response.json().request_id).toBe(response.headers['x-request-id'])
  })

  it('a method that no route handles is a problem', async () => {
    const response = await app.inject({ url: '/sale', method: 'TRACE' as 'GET' })

    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD')
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})
