import { beforeAll, describe, expect, it } from 'vitest'
import { api, type Made, post } from './post.ts'

let id: string
beforeAll(async () => {
  id = (await post({})).body.id
})

const put = (kind: string, items: unknown) => api<Made>('PUT', `/link/${id}/${kind}`, { items })

/** Expects a 400 for exactly this field. */
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
  it.each(BAD_URLS)('%j is rejected wherever a destination is accepted', async (url) => {
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
    '%s is allowed for phones only',
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

it.each(FIELDS)('POST /link with %.60j is rejected for %s', async (fields, field) => {
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
  ])('PUT %s %.50j is rejected for %s', async (kind, items, field) => {
    expectRefused(await put(kind, items), field)
  })

  it('three thirds are accepted, and a total above 100 % is rejected by name', async () => {
    const third = { url, percent: 33.3 }

    expect((await put('ab', [third, third, third])).status).toBe(200)
    const over = await put('ab', [
      { url, percent: 60 },
      { url, percent: 40.1 },
    ])
    expect(over.body).toMatchObject({ status: 400, code: 'percent_total_exceeded' })
  })
})
