import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectShape, PROBLEM } from '../shapes.ts'
import { stack } from '../stack.ts'
import { unique } from '../teams.ts'
import { api, post } from './post.ts'

let id: string
beforeAll(async () => {
  id = (await post({})).body.id
})

describe('malformed bodies', () => {
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

/** Sends a request that the API client would not send. */
async function raw(method: string, path: string, body?: string, headers: object = {}) {
  const answer = await request(`${stack.url}${path}`, {
    method: method as 'GET',
    headers: { 'x-api-key': stack.apiKey, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

describe('a request without a valid key', () => {
  it.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['two keys', { 'x-api-key': [stack.apiKey, stack.apiKey] }],
    ['a long key', { 'x-api-key': 'x'.repeat(8_000) }],
    ['a mistyped key', { 'x-api-key': `${stack.apiKey.slice(0, -1)}?` }],
    ['a key in another header', { authorization: `Bearer ${stack.apiKey}` }],
  ])('with %s is answered with 401 and no data', async (_, headers) => {
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
  ])('the path %s is rejected', async (path) => {
    for (const headers of [{}, { 'x-api-key': stack.apiKey }]) {
      const answer = await request(`${stack.url}${path}`, { headers })
      await answer.body.dump()
      expect([400, 401, 404, 414]).toContain(answer.statusCode)
    }
  })

  it('cannot override its method with a header', async () => {
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
])('analytics reject ?%s', async (query) => {
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
  'a search for %s is literal',
  async (text) => {
    const name = unique('needle')
    await post({ url: `https://example.com/${name}` })
    for (const path of [
      '/link',
      '/analytics/stream',
      '/analytics/clicks',
      '/analytics/originals',
      '/analytics/destinations',
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
