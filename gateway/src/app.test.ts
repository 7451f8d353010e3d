import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@fingerpost/kit/log'
import { conflict, notFound, Problem, unavailable } from '@fingerpost/kit/problem'
import { createToken, hashToken } from '@fingerpost/kit/token'
import type { CountClicksRequest, ListRequest } from '@fingerpost/protos/analytics/v1/analytics'
import type { CreateLinkRequest, Link } from '@fingerpost/protos/link/v1/link'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { eachByItself, fakeClients } from './testing/fakes.ts'

const goodKey = createToken('fp')
const narrowKey = createToken('fp')
const now = new Date('2026-11-20T12:00:00.000Z')
const calls = {
  verified: 0,
  patience: undefined as number | undefined,
  batches: [] as number[][],
  created: [] as CreateLinkRequest[],
}
const asked = { counts: [] as CountClicksRequest[], lists: [] as ListRequest[] }
let catalogAway = false

const link: Link = {
  id: 5,
  orgId: 7,
  userId: 70,
  url: 'https://e.com/',
  domainId: 1,
  domain: 'go.example',
  slug: 'sale',
  shortUrl: 'https://go.example/sale',
  title: '',
  tags: [{ id: 6, name: 'Six' }],
  folder: { id: 5, name: 'Five', color: '#555555' },
  redirectCode: 302,
  expiresAfter: 0,
  ab: [],
  geo: [{ id: 1, url: 'https://e.com/cz', country: 'CZ' }],
  hasPassword: false,
  clicks: 3,
  clickedAt: now,
  createdAt: now,
  updatedAt: now,
}

async function createLink(request: CreateLinkRequest): Promise<Link> {
  calls.created.push(request)
  if (request.slug === 'taken') throw conflict('slug_taken', 'Taken.')
  if (request.slug === 'bug') throw new TypeError('secret internals')
  if (request.domainId === 9) {
    const errors = [{ field: 'domain_id', code: 'not_found', detail: 'there is no 9' }]
    throw notFound('No.', errors)
  }
  return link
}

const clients = fakeClients({
  keys: {
    async verifyApiKey({ sha256 }, { timeoutMs } = {}) {
      calls.verified++
      calls.patience = timeoutMs
      if (catalogAway) throw unavailable('away')
      const is = (key: string) => hashToken(key).equals(Buffer.from(sha256))
      if (!is(goodKey) && !is(narrowKey)) {
        throw new Problem('unauthenticated', 'invalid_api_key', 'This API key opens nothing.')
      }
      const scopes = is(goodKey)
        ? ['link:read', 'link:write', 'analytics:read', 'catalog:read']
        : ['link:read']
      return { id: 1, orgId: 7, userId: 70, scopes }
    },
  },
  domains: {
    listDomains: async () => ({ domains: [], total: 3 }),
    getDomainRecord: async () => ({}),
  },
  links: {
    createLink,
    createLinks: eachByItself({ createLink }),
    async getLinks({ ids }) {
      calls.batches.push(ids)
      return { links: ids.includes(5) ? [link] : [] }
    },
  },
  analytics: {
    async countClicks(request) {
      asked.counts.push(request)
      return { counts: [{ time: '2026-11-20T00:00:00+00:00', clicks: 2 }] }
    },
    async listOriginals(request) {
      asked.lists.push(request)
      return {
        items: [{ linkId: 5, shortUrl: link.shortUrl, url: 'https://www.e.com/a', clicks: 2 }],
        total: 1,
      }
    },
    async listClicks(request) {
      asked.lists.push(request)
      return { items: [], total: 0 }
    },
  },
  geo: {
    async locateAddress({ ip }) {
      if (ip === 'nonsense') {
        throw new Problem('invalid', 'invalid_ip', 'Not an address.', [
          { field: 'ip', code: 'invalid_ip', detail: 'is not an address' },
        ])
      }
      if (ip === '10.0.0.1') throw new Problem('not_found', 'geo_not_found', 'Private.')
      return {
        country: {
          geonameId: 1,
          isoCode: ip === '8.8.8.8' ? 'US' : 'CZ',
          isInEuropeanUnion: true,
          names: { en: 'x' },
        },
        traits: {
          isAnonymous: false,
          isAnonymousProxy: false,
          isAnonymousVpn: false,
          isAnycast: false,
          isHostingProvider: false,
          isLegitimateProxy: false,
          isPublicProxy: false,
          isResidentialProxy: false,
          isSatelliteProvider: false,
          isTorExitNode: false,
          ipAddress: ip,
          network: '1.0.0.0/8',
        },
        subdivisions: [],
      }
    },
  },
})

const config = {
  TRUSTED_PROXIES: [],
  RATE_LIMIT_PER_MINUTE: 0,
  RATE_LIMIT_ANALYTICS_PER_MINUTE: 0,
  RATE_LIMIT_IMPORT_PER_MINUTE: 0,
  RATE_LIMIT_QR_PER_MINUTE: 0,
  RATE_LIMIT_ADDRESS_PER_MINUTE: 0,
  RATE_LIMIT_TEAM_FACTOR: 0,
  CORS_ORIGINS: [],
  FETCH_ALLOW_PRIVATE: true,
  FETCH_BLOCKED_PORTS: [],
  INSTANCE_HOST: '',
  INSTANCE_ALIASES: [],
  REDIRECT_URL: 'http://127.0.0.1:1',
  BIO_URL: 'http://127.0.0.1:1',
  GRPC_SHARED_SECRET: 'secret',
  BUILD_VERSION: '1.2.3',
  BUILD_ID: 'abc',
  BUILD_TIME: '2026-11-20T00:00:00.000Z',
}
const checks = {
  needs: { link: async () => {}, catalog: async () => (catalogAway ? Promise.reject() : null) },
  uses: { bio: () => Promise.reject() },
}
const app = await buildApp(clients, checks, config, createLog('gateway', 'silent'))
afterAll(() => app.close())
beforeEach(() => {
  calls.created.length = calls.batches.length = asked.counts.length = asked.lists.length = 0
  catalogAway = false
})

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  payload?: string | object
  headers?: Record<string, string>
}
const call = (url: string, { method = 'GET', payload, headers = {} }: Call = {}) =>
  app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { 'x-api-key': goodKey, ...headers },
  })
const post = (payload: string | object, headers: Record<string, string> = {}) =>
  call('/api/link', { method: 'POST', payload, headers })
const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response
    .json()
    .errors.map(({ field }) => field)
    .sort()

describe('a key', () => {
  it.each([
    ['missing', {}, 'missing_api_key'],
    ['empty', { 'x-api-key': '' }, 'missing_api_key'],
    ['malformed', { 'x-api-key': 'hunter2' }, 'invalid_api_key'],
    ['mistyped', { 'x-api-key': `${goodKey.slice(0, -1)}!` }, 'invalid_api_key'],
    ['sent elsewhere', { authorization: `Bearer ${goodKey}` }, 'missing_api_key'],
  ])('that is %s is refused without a question to catalog', async (_, headers, code) => {
    const before = calls.verified
    const response = await app.inject({ url: '/api/version', headers })

    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('ApiKey')
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ status: 401, code, title: 'Unauthorized' })
    expect(calls.verified).toBe(before)
  })

  it('that nobody knows is refused', async () => {
    const response = await call('/api/version', { headers: { 'x-api-key': createToken('fp') } })

    expect(response.json()).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('that lacks the scope is told which', async () => {
    const response = await call('/api/domain', { headers: { 'x-api-key': narrowKey } })

    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'insufficient_scope' })
    expect(response.json().detail).toContain('catalog:read')
  })

  it('is asked for once by many requests at once', async () => {
    const before = calls.verified
    await sleep(1_001) // the last answer is older than the second it is believed
    const many = await Promise.all(Array.from({ length: 20 }, () => call('/api/version')))

    expect(many.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(calls.verified).toBe(before + 1)
  })

  it('that was good a moment ago is still good while catalog is away', async () => {
    await call('/api/version')
    await sleep(1_001)
    catalogAway = true

    expect((await call('/api/version')).statusCode).toBe(200)
    // Who can be believed does not wait long for a catalog that says nothing.
    expect(calls.patience).toBe(500)
    const unknown = await call('/api/version', { headers: { 'x-api-key': createToken('fp') } })
    expect(unknown.statusCode).toBe(503)
    expect(calls.patience).toBeUndefined()
    expect(unknown.headers['retry-after']).toBe('1')
  })

  it('is needed for every path below /api, known or not', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/link/5', '/api//link/5']) {
      expect((await app.inject({ url })).statusCode).toBe(401)
    }
  })
})

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

  it('gets an id of its own when the one that was sent is not safe', async () => {
    const response = await call('/api/link/6', { headers: { 'x-request-id': 'a b<script>' } })

    expect(response.json().request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('says nothing of a bug but the id to quote', async () => {
    const response = await post({ url: 'https://e.com', domain_id: 1, slug: 'bug' })

    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ code: 'internal_error' })
    expect(response.body).not.toContain('secret internals')
  })

  it.each([
    ['GET', '/api/nothing', 404, 'not_found', undefined],
    ['DELETE', '/api/version', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PUT', '/api/link', 405, 'method_not_allowed', 'GET, HEAD, POST'],
    ['GET', '/api/link/abc', 400, 'invalid_request', undefined],
    ['GET', '/api/link/9007199254740993', 404, 'not_found', undefined],
  ] as const)('%s %s is %i %s', async (method, url, status, code, allow) => {
    const response = await call(url, { method })

    expect(response.json()).toMatchObject({ status, code })
    expect(response.headers.allow).toBe(allow)
  })

  it.each([
    ['{"url":', 'application/json', 400, 'invalid_json'],
    ['', 'application/json', 400, 'invalid_json'],
    ['{"__proto__":{"x":1}}', 'application/json', 400, 'invalid_json'],
    ['{"constructor":{"prototype":{}}}', 'application/json', 400, 'invalid_json'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
    ['a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [`{"url":"${'x'.repeat(2 ** 20)}"}`, 'application/json', 413, 'payload_too_large'],
  ])('of the body %.20s as %s is %i %s', async (payload, type, status, code) => {
    const response = await post(payload, { 'content-type': type })

    expect(response.json()).toMatchObject({ status, code })
    expect(calls.created).toEqual([])
  })
})

describe('POST /api/link', () => {
  it('answers 201, where the link is, and the whole link', async () => {
    const response = await post({ url: 'https://e.com', domain_id: 1, tags: null, title: null })

    expect(response.statusCode).toBe(201)
    expect(response.headers.location).toBe('/api/link/5')
    expect(response.json()).toMatchObject({
      id: '5',
      org_id: '7',
      organization_id: '7',
      user_id: '70',
      folder_id: 5,
      tags: [{ id: 6, name: 'Six', color: null }],
      expires_at: null,
      clicked_at: '2026-11-20T12:00:00.000Z',
    })
    expect(response.json()).not.toHaveProperty('geo_url')
  })

  it('takes a link that was read, and ignores what nobody can set', async () => {
    const read = (await call('/api/link/5')).json()
    const response = await post({ ...read, clicks: 999, org_id: 'other' })

    expect(response.statusCode).toBe(201)
    expect(calls.created[0]).not.toHaveProperty('clicks')
    expect(calls.created[0]).toMatchObject({ tags: [6], folderId: 5 })
  })

  it('names all fields that are wrong, and typos', async () => {
    const response = await post({
      url: 5,
      domain_id: '1',
      slug: ['a'],
      slug_length: 2,
      redirect_code: 200,
      expires_at: '2026-02-30T00:00:00Z',
      expires_after: 1.5,
      expire_url: 'javascript:alert(1)',
      tags: [1, 'x'],
      password: '',
      titel: 'typo',
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual([
      'domain_id',
      'expire_url',
      'expires_after',
      'expires_at',
      'password',
      'redirect_code',
      'slug',
      'slug_length',
      'tags.1',
      'titel',
      'url',
    ])
    expect(calls.created).toEqual([])
  })

  it.each([
    [{}, ['domain_id', 'url']],
    [[], ['body']],
    [{ url: null, domain_id: 1 }, ['url']],
    [{ url: 'https://u:p@e.com', domain_id: 1 }, ['url']],
    [{ url: 'https://e.com', domain_id: 1.5 }, ['domain_id']],
    [{ url: 'https://e.com', domain_id: 2 ** 53 }, ['domain_id']],
    [{ url: 'https://e.com', domain_id: 1, expires_at: 'tomorrow' }, ['expires_at']],
    [{ url: 'https://e.com', domain_id: 1, expires_at: '2026-11-20T12:00:00' }, ['expires_at']],
  ])('refuses %j by the name of the field', async (body, expected) => {
    const response = await post(body)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual(expected)
  })

  it.each([
    ['taken', 1, 409, 'slug_taken'],
    ['free', 9, 404, 'not_found'],
  ])(
    'hands on what the service refuses: %s on domain %i',
    async (slug, domain_id, status, code) => {
      expect((await post({ url: 'https://e.com', domain_id, slug })).json()).toMatchObject({
        status,
        code,
      })
    },
  )
})

describe('GET /api/link/{id}', () => {
  it('answers reads that come at once with one call', async () => {
    const many = await Promise.all(['5', '5', '6'].map((id) => call(`/api/link/${id}`)))

    expect(many.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
    expect(calls.batches.length).toBeLessThan(3)
  })

  it.each([
    ['1.1.1.1', 'https://e.com/cz'],
    ['8.8.8.8', null],
    ['10.0.0.1', null],
  ])('tells where %s would go: %s', async (ip, geoUrl) => {
    expect((await call(`/api/link/5?ip=${ip}`)).json()).toMatchObject({ geo_url: geoUrl })
  })

  it('names ip when it is not an address', async () => {
    const response = await call('/api/link/5?ip=nonsense')

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_ip' })
    expect(fields(response)).toEqual(['ip'])
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
  ])('refuse ?%s', async (query) => {
    const response = await call(`/api/domain?${query}`)

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(response.json().errors).toHaveLength(1)
  })

  it('answer the envelope, past the end too', async () => {
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

describe('analytics', () => {
  it('count clicks in all intervals, or page by page when asked', async () => {
    await call('/api/analytics/clicks?period=week&interval=hour')
    const paged = await call('/api/analytics/clicks?limit=10')

    expect(asked.counts).toMatchObject([
      { interval: 'hour', filter: { period: 'week', includeBots: false } },
      { page: { page: 0, limit: 10 } },
    ])
    expect(asked.counts[0]?.page).toBeUndefined()
    expect(paged.json()).toEqual([{ time: '2026-11-20T00:00:00+00:00', clicks: 2 }])
  })

  it('hand every filter on', async () => {
    const query =
      'link_id=5&domain_id=1&folder_id=0&tag_id=2&search=%25_&country=CZ&city=Prague&region=R' +
      '&continent=Europe&browser=Firefox&os=Linux&device=Desktop&timezone=Europe/Prague&include_bots=true'
    expect((await call(`/api/analytics/stream?${query}`)).statusCode).toBe(200)

    expect(asked.lists[0]?.filter).toEqual({
      linkId: 5,
      domainId: 1,
      folderId: 0,
      tagId: 2,
      search: '%_',
      country: 'CZ',
      city: 'Prague',
      region: 'R',
      continent: 'Europe',
      browser: 'Firefox',
      os: 'Linux',
      device: 'Desktop',
      timezone: 'Europe/Prague',
      includeBots: true,
      period: undefined,
    })
  })

  it.each(['country=us', 'country=USA', 'domain_id=x', 'interval=year', 'include_bots=1'])(
    'refuse ?%s by name',
    async (query) => {
      const response = await call(`/api/analytics/clicks?${query}`)

      expect(response.statusCode).toBe(400)
      expect(fields(response)).toEqual([query.split('=')[0]])
    },
  )

  it('show an original with an icon of our own', async () => {
    expect((await call('/api/analytics/originals')).json().items).toEqual([
      {
        link_id: '5',
        short_url: link.shortUrl,
        url: 'https://www.e.com/a',
        clicks: 2,
        favicon: expect.stringMatching(/^\/favicon\/www\.e\.com\?s=[\w-]{22}$/),
      },
    ])
    const icon = await app.inject({ url: '/favicon/www.e.com' })
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect((await app.inject({ url: '/favicon/%3Cscript%3E' })).body).not.toContain('<script')
  })

  it('locate an address in the words of the interface', async () => {
    const response = await call('/api/analytics/geo?ip=1.1.1.1')

    expect(response.json()).toMatchObject({
      country: { geonameId: 1, isoCode: 'CZ', isInEuropeanUnion: true, names: { en: 'x' } },
      traits: { isTorExitNode: false, ipAddress: '1.1.1.1', network: '1.0.0.0/8' },
    })
    expect(Object.keys(response.json())).toEqual(['traits', 'country'])
    expect((await call('/api/analytics/geo')).json().errors).toMatchObject([
      { field: 'ip', code: 'required' },
    ])
    expect((await call('/api/analytics/geo?ip=10.0.0.1')).json()).toMatchObject({
      code: 'geo_not_found',
    })
  })
})

it('tells its version', async () => {
  expect((await call('/api/version')).json()).toEqual({
    version: '1.2.3',
    build_id: 'abc',
    build_time: '2026-11-20T00:00:00.000Z',
  })
})

it('tells who is not ready', async () => {
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
  catalogAway = true
  const ask = () => app.inject({ url: '/readyz' })
  await expect.poll(async () => (await ask()).statusCode).toBe(503)
  const response = await ask()
  expect(response.json().checks).toEqual({
    link: 'ok',
    catalog: 'unavailable',
    bio: 'unavailable',
  })
})

describe('a visitor while redirect is away', () => {
  const visit = (headers: Record<string, string>, url = '/sale') => app.inject({ url, headers })

  it('is told in a page, in his language', async () => {
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
    expect(response.body).toContain('<h1>Einen Moment</h1>')
    expect((await visit({ accept: '*/*' })).body).toContain('<h1>One moment</h1>')
  })

  it('that asks for JSON is told so', async () => {
    const json = { accept: 'application/json' }
    for (const response of [await visit(json), await visit({}, '/@ours.json')]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['content-type']).toBe('application/problem+json')
      expect(response.json()).toMatchObject({ code: 'unavailable' })
    }
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['POST', '/docs/json', 'GET, HEAD'],
    ['PUT', '/docs/problems', 'GET, HEAD'],
    ['POST', '/favicon/shop.example', 'GET, HEAD'],
    ['POST', '/app/links', 'GET, HEAD'],
    ['OPTIONS', '/app/assets/a.js', 'GET, HEAD'],
    ['OPTIONS', '/api/version', 'GET, HEAD'],
    ['OPTIONS', '/api/link', 'GET, HEAD, POST'],
    ['POST', '/api/link/5', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/api/link/import', 'POST'],
    ['TRACE', '/api/link', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/version', 'GET, HEAD'],
    ['TRACE', '/docs/problems', 'GET, HEAD'],
  ])('is refused with those it has: %s %s', async (method, url, allow) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-api-key': goodKey },
    })

    expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('what no router knows', () => {
  it.each(['/api/%', '/api/link/%ff'])('%.20s is a problem', async (url) => {
    const response = await app.inject({ url })

    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ code: 'invalid_request' })
    expect(response.json().request_id).toBe(response.headers['x-request-id'])
  })

  it('a method of no path is a problem', async () => {
    const response = await app.inject({ url: '/sale', method: 'TRACE' as 'GET' })

    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD')
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})
