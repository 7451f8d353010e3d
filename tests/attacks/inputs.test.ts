import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectShape, PROBLEM } from '../shapes.ts'
import { customer, stack } from '../stack.ts'
import { unique } from '../teams.ts'

interface Made {
  id: string
  url: string
  errors: { field: string; code: string }[]
  [field: string]: unknown
}

const api = customer()
let domain_id: number
let id: string
beforeAll(async () => {
  domain_id = (await api<{ items: { id: number }[] }>('GET', '/domain')).body.items[0]?.id ?? 0
  id = (await post({})).body.id
})

const post = (fields: object) =>
  api<Made>('POST', '/link', { url: 'https://example.com/', domain_id, title: 'Tried', ...fields })
const put = (kind: string, items: unknown) => api<Made>('PUT', `/link/${id}/${kind}`, { items })

/** An answer that is refused for exactly this field. */
function expectRefused(answer: Awaited<ReturnType<typeof post>>, field: string, code?: string) {
  expect(
    [answer.status, answer.body.errors?.map((it) => it.field)],
    JSON.stringify(answer.body),
  ).toEqual([400, [field]])
  if (code) expect(answer.body.errors[0]?.code).toBe(code)
}

const BAD_URLS: unknown[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' \n javascript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:x',
  'about:blank',
  'view-source:https://e.com',
  'ftp://x.com/',
  'ws://x.com',
  'mailto:a@b',
  'tel:+1',
  'intent://x#Intent;end',
  'itms-apps://x',
  '//evil.com',
  '/relative',
  'h',
  '',
  'null',
  'http://',
  'https://',
  'http:evil.com',
  'http:\\\\evil.com',
  'http:///evil.com',
  'https://user:pass@evil.com/',
  'https://paypal.com@evil.com/',
  'https://good.com%2f@evil.com/',
  'https://evil.com\\@good.com/',
  'http://[fe80::1%25eth0]/',
  'http://e.com:65536/',
  'http://exa mple.com/',
  'http://%zz/',
  'http://e..com/',
  'http://-e.com/',
  `http://${'a'.repeat(64)}.com/`,
  `http://${'a.'.repeat(130)}com/`,
  `https://e.com/${'a'.repeat(8_192)}`,
  'https://e.com/\r\nSet-Cookie:x=1',
  'https://e.com/\u0000',
  ' https://e.com/',
  'https://e.com/ ',
  'https://e.com/a\tb',
  ['https://e.com'],
  {},
  5,
  true,
  null,
]

const GOOD_URLS: [given: string, stored: string][] = [
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['http://2130706433/', 'http://127.0.0.1/'],
  ['http://0x7f000001/', 'http://127.0.0.1/'],
  ['http://127.1/', 'http://127.0.0.1/'],
  ['http://①②⑦.⓪.⓪.①/', 'http://127.0.0.1/'],
  ['http://[::ffff:7f00:1]/', 'http://[::ffff:7f00:1]/'],
  ['http://169.254.169.254/latest/meta-data', 'http://169.254.169.254/latest/meta-data'],
  ['http://foo.localhost', 'http://foo.localhost'],
  ['https://a/b', 'https://a/b'],
  ['http://e.com:22/', 'http://e.com:22/'],
  ['http://аррӏе.com/', 'http://xn--80ak6aa92e.com/'],
  ['http://ⓔⓧⓐⓜⓟⓛⓔ.com', 'http://example.com/'],
  ['http://%65%76il.com/', 'http://evil.com/'],
  ['https://e.com/%0d%0aSet-Cookie:x=1', 'https://e.com/%0d%0aSet-Cookie:x=1'],
  ['https://e.com/日本?q=😀#ü', 'https://e.com/%E6%97%A5%E6%9C%AC?q=%F0%9F%98%80#%C3%BC'],
  ['https://e.com/?q=%', 'https://e.com/?q=%'],
  ['http://e.com/\u202Egpj.exe', 'http://e.com/%E2%80%AEgpj.exe'],
]

describe('a destination', () => {
  it.each(BAD_URLS)('%j is refused wherever destinations are taken', async (url) => {
    expectRefused(await post({ url }), 'url')
    expectRefused(await put('ab', [{ url, percent: 1 }]), 'items.0.url')
    expectRefused(await put('geo', [{ url, country: 'CZ' }]), 'items.0.url')
    const optional = url === null || url === ''
    if (!optional) expectRefused(await post({ expire_url: url }), 'expire_url')
  })

  it.each(GOOD_URLS)('%s is stored as %s', async (url, stored) => {
    const { status, body } = await post({ url })

    expect([status, body.url]).toEqual([201, stored])
  })

  it.each(['intent://x/#Intent;scheme=a;end', 'itms-apps://itunes.apple.com/app/id1'])(
    '%s is for phones',
    async (app) => {
      expect((await post({ ios: app, android: app })).status).toBe(201)
      expectRefused(await post({ url: app }), 'url')
      expectRefused(await post({ ios: 'javascript:alert(1)' }), 'ios')
    },
  )
})

const FIELDS: [fields: object, field: string | undefined][] = [
  ...[
    '../admin',
    'a/b',
    'a%2fb',
    'a b',
    'a\u0000',
    'a\r\nb',
    '.',
    '..',
    '%61',
    '<x>',
    `'";--`,
    '@me',
    'x+',
    'ａbc',
    '😀',
  ].map((slug): [object, string] => [{ slug }, 'slug']),
  ...['api', 'App', 'healthz', 'robots.txt', 'favicon.ico', '.well-known', 'x'.repeat(256)].map(
    (slug): [object, string] => [{ slug }, 'slug'],
  ),
  ...['1', 1.5, 2 ** 60, -1, 0, 2 ** 53, null, [1], {}].map((value): [object, string] => [
    { domain_id: value },
    'domain_id',
  ]),
  ...[0, -1, 1, 1e9, 3.5, '4'].map((slug_length): [object, string] => [
    { slug_length },
    'slug_length',
  ]),
  [{ tags: Array.from({ length: 1_001 }, (_, i) => i + 1) }, 'tags'],
  [{ tags: [null] }, 'tags.0'],
  [{ tags: '1' }, 'tags'],
  [{ tags: [[1]] }, 'tags.0'],
  ...[200, 307, '301'].map((redirect_code): [object, string] => [
    { redirect_code },
    'redirect_code',
  ]),
  [{ redirect_code: 301 }, undefined],
  [{ redirect_code: null }, undefined],
  ...[
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    'infinity',
    1_700_000_000,
    '9999999-01-01T00:00:00Z',
    '2026-01-01T00:00:00',
  ].map((expires_at): [object, string] => [{ expires_at }, 'expires_at']),
  [{ expires_at: '2020-01-01T00:00:00+05:30' }, undefined],
  ...[-1, 1.5, 1e308, '5'].map((expires_after): [object, string] => [
    { expires_after },
    'expires_after',
  ]),
  [{ expires_after: 0 }, undefined],
  ...['', 'x'.repeat(257), 5].map((password): [object, string] => [{ password }, 'password']),
  [{ password: 'x', remove_password: true }, 'remove_password'],
  [{ remove_password: true }, undefined],
  [{ title: 'x'.repeat(513) }, 'title'],
  [{ title: '<script>alert(1)</script>' }, undefined],
  [{ utm_source: 'x'.repeat(10_000) }, 'utm_source'],
  [{ utm_source: 'a&utm_medium=x#', utm_term: '%\r\n' }, undefined],
  [{ org_id: 'other', user_id: 'x', clicks: 999, id: '1', has_password: false }, undefined],
  [{ unknown: 1 }, 'unknown'],
]

it.each(FIELDS)('POST /link with %.60j is refused for %s', async (fields, field) => {
  const answer = await post(fields)
  if (field === undefined) expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  else expectRefused(answer, field)
})

describe('variants', () => {
  const url = 'https://example.com/'

  it.each([
    ['ab', [{ url, percent: 100.0000021 }], 'items.0.percent'],
    ['ab', [{ url, percent: -5 }], 'items.0.percent'],
    ['ab', [{ url, percent: 0 }], 'items.0.percent'],
    ['ab', [{ url, percent: '50' }], 'items.0.percent'],
    ['ab', [{ percent: 50 }], 'items.0.url'],
    ['ab', Array.from({ length: 21 }, () => ({ url, percent: 1 })), 'items'],
    ['ab', [{ id: 2 ** 40, url, percent: 1 }], 'items.0.id'],
    ['ab', [{ id: '1', url, percent: 1 }], 'items.0.id'],
    ['ab', {}, 'items'],
    ['ab', null, 'items'],
    ['geo', [{ url, country: 'UK' }], 'items.0.country'],
    ['geo', [{ url, country: 'XX' }], 'items.0.country'],
    ['geo', [{ url, country: 'GBR' }], 'items.0.country'],
    ['geo', [{ url, country: '' }], 'items.0.country'],
    [
      'geo',
      [
        { url, country: 'GB' },
        { url, country: 'gb' },
      ],
      'items.1.country',
    ],
    ['geo', [{ url }], 'items.0.country'],
  ])('PUT %s %.50j is refused for %s', async (kind, items, field) => {
    expectRefused(await put(kind, items), field)
  })

  it('thirds make a whole, and more than a whole is refused by name', async () => {
    const third = { url, percent: 33.3 }

    expect((await put('ab', [third, third, third])).status).toBe(200)
    const over = await put('ab', [
      { url, percent: 60 },
      { url, percent: 40.1 },
    ])
    expect(over.body).toMatchObject({ status: 400, code: 'percent_total_exceeded' })
  })
})

describe('bodies that are no bodies', () => {
  it.each([
    ['{"url":', 'application/json', 400],
    ['\ufeff\u0000', 'application/json', 400],
    ['NaN', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['"x"', 'application/json', 400],
    ['{"__proto__":{"x":1},"url":"https://e.com"}', 'application/json', 400],
    ['{"constructor":{"prototype":{}}}', 'application/json', 400],
    ['['.repeat(100_000), 'application/json', 400],
    ['{"a":'.repeat(50_000), 'application/json', 400],
    ['x'.repeat(1_048_577), 'application/json', 413],
    ['{}', 'text/plain', 415],
    ['{}', 'application/x-www-form-urlencoded', 415],
    ['{}', 'multipart/form-data; boundary=x', 415],
    ['{}', 'application/json\ta', 415],
    ['{}', 'garbage', 415],
  ])('%.20j as %s is %i', async (body, type, status) => {
    const answer = await raw('POST', '/api/link', body, { 'content-type': type })

    expect([answer.status, answer.body.status]).toEqual([status, status])
    expectShape(answer.body, PROBLEM)
  })
})

/** Sends what the client of the API would not. */
async function raw(method: string, path: string, body?: string, headers: object = {}) {
  const answer = await request(`${stack.url}${path}`, {
    method: method as 'GET',
    headers: { 'x-api-key': stack.apiKey, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

describe('who does not say who he is', () => {
  it.each([
    ['nothing', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a key twice', { 'x-api-key': [stack.apiKey, stack.apiKey] }],
    ['a long key', { 'x-api-key': 'x'.repeat(8_000) }],
    ['a mistyped key', { 'x-api-key': `${stack.apiKey.slice(0, -1)}?` }],
    ['a key elsewhere', { authorization: `Bearer ${stack.apiKey}` }],
  ])('by %s is answered 401 and nothing else', async (_, headers) => {
    for (const path of [
      '/api/version',
      '/api/link/1',
      '/api/nothing',
      `/api/version?api_key=${stack.apiKey}`,
    ]) {
      const answer = await request(`${stack.url}${path}`, {
        headers: headers as Record<string, string>,
      })
      const body = (await answer.body.json()) as object

      expect([path, answer.statusCode]).toEqual([path, 401])
      expectShape(body, PROBLEM)
    }
  })

  it.each([
    '/api/link/%2e%2e/%2e%2e/internal',
    '/api//link/1',
    '/api/link/1/',
    '/api/link/1;x',
    '/api/link/1e3',
    '/api/link/0x1',
    '/api/link/1%00',
    "/api/link/'or 1=1--",
    `/api/link/${'1'.repeat(300)}`,
    '/API/link/1',
  ])('%s opens nothing', async (path) => {
    for (const headers of [{}, { 'x-api-key': stack.apiKey }]) {
      const answer = await request(`${stack.url}${path}`, { headers })
      await answer.body.dump()
      expect([400, 401, 404, 414]).toContain(answer.statusCode)
    }
  })

  it('cannot say another method by a header', async () => {
    const answer = await raw('POST', `/api/link/${id}`, '{}', {
      'content-type': 'application/json',
      'x-http-method-override': 'DELETE',
    })
    expect(answer.status).toBe(405)
    expect((await api('GET', `/link/${id}`)).status).toBe(200)
  })
})

it.each([
  'limit=0',
  'limit=1',
  'limit=11',
  'limit=1000',
  'limit=-1',
  'limit=25abc',
  'limit=25.0',
  'page=-1',
  'page=1.5',
  'page=',
  'period=foo',
  'period=2026-13-01,2026-01-01',
  'period=2026-01-01',
  "period='",
  'country=us',
  'foo=1',
  'limit=10&limit=100',
  'limit[]=10',
  'include_bots=yes',
  'interval=year',
  'continent=',
])('analytics refuse ?%s', async (query) => {
  const { status, body } = await api('GET', `/analytics/clicks?${query}`)

  expect([query, status]).toEqual([query, 400])
  expectShape(body, PROBLEM)
})

it.each(['x', '1e3', '-1', "' OR 1=1", '9'.repeat(200)])(
  'analytics of the link %s, which cannot exist, are empty',
  async (id) => {
    const { status, body } = await api('GET', `/analytics/clicks?link_id=${encodeURIComponent(id)}`)

    expect([status, body]).toEqual([200, []])
  },
)

it.each(['%', '_', '\\', "'", '(a+)+$', '*', "O'Fallon", "' OR 1=1"])(
  'a search for %s is taken at its word',
  async (text) => {
    const name = unique('needle')
    await post({ url: `https://example.com/${name}` })
    for (const path of [
      '/link',
      '/analytics/stream',
      '/analytics/clicks',
      '/analytics/originals',
    ]) {
      const { status } = await api('GET', `${path}?search=${encodeURIComponent(name + text)}`)
      expect([path, status]).toEqual([path, 200])
    }
  },
)

it.each([
  ['', 400],
  ['999.1.1.1', 400],
  ['1.2.3', 400],
  ['8.8.8.8:80', 400],
  [' 8.8.8.8', 400],
  ['0x7f.1', 400],
  ['fe80::1%eth0', 400],
  ['1'.repeat(9_000), 400],
  ['127.0.0.1', 404],
  ['10.0.0.1', 404],
  ['::1', 404],
  ['::ffff:8.8.8.8', 200],
  ['8.8.8.8', 200],
  ['2a00:1028:83a0::1', 200],
])('the place of %.30j is %i', async (ip, status) => {
  const answer = await api('GET', `/analytics/geo?ip=${encodeURIComponent(ip)}`)

  expect(answer.status).toBe(status)
})
