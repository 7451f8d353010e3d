import { createClient, idempotent } from '@fingerpost/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { admin, customer, localStack, stack } from '../stack.ts'

interface Link {
  id: string
  slug: string
  title: string
}
interface Page<T> {
  items: T[]
  total: number
}

const api = customer()
const local = localStack()
let domain_id: number
let otherKey: string

beforeAll(async () => {
  domain_id = (await api<Page<{ id: number }>>('GET', '/domain')).body.items[0]?.id ?? 0
  otherKey = (await admin<{ api_key: string }>('org', 'create', 'Team of the API tests')).api_key
})

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`
const body = (fields: object = {}) => ({
  url: 'https://example.com/',
  domain_id,
  title: 'A link',
  ...fields,
})
const post = (key: string, fields: object = {}) =>
  api<Link & { code: string }>('POST', '/link', body(fields), { 'idempotency-key': key })
const madeWith = async (title: string) =>
  (await api<Page<Link>>('GET', `/link?search=${title}&limit=10`)).body.total

describe('every response', () => {
  it.each([
    ['GET', '/version', 200],
    ['GET', '/nothing', 404],
    ['DELETE', '/version', 405],
    ['POST', '/link', 400],
  ])('to %s %s (%i) has a request id and the remaining requests', async (method, path, status) => {
    const answer = await customer(otherKey)(method, path, undefined, {
      'x-request-id': 'my-request',
    })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toBe('my-request')
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect(Number(answer.headers.get(name)), name).toBeGreaterThan(0)
    }
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  // Only a stack that trusts X-Forwarded-For accepts an address chosen by the test.
  it.runIf(local)('without a key counts for the address, up to its rate limit', async () => {
    const hex = () => Math.floor(Math.random() * 0xffff).toString(16)
    const network = `2001:db8:${hex()}:${hex()}`
    const ask = (address: string, key = '') =>
      customer(key)('GET', '/version', undefined, { 'x-forwarded-for': address })
    const first = await ask(`${network}::1`)
    const limit = Number(first.headers.get('ratelimit-limit'))
    const codes = new Set<number>()
    for (let i = 1; i <= limit; i++) codes.add((await ask(`${network}::${i}`)).status)

    expect(codes).toEqual(new Set([401, 429]))
    const refused = await ask(`${network}::1`)
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(`${network}::1`, stack.apiKey)).status).toBe(200)
    expect((await ask('2001:db8::1')).status).toBe(401)
  })
})

describe('a POST with an Idempotency-Key', () => {
  it('is processed once, and a repeat gets the same response', async () => {
    const [key, title] = [unique('key'), unique('title')]
    const first = await post(key, { title })
    const second = await post(key, { title })
    const other = await post(key, { title: unique('other') })

    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await madeWith(title)).toBe(1)
  })
})

describe('a response to a read', () => {
  it('is answered with 304 while it is unchanged', async () => {
    const { body: link } = await post(unique('key'))
    const first = await api('GET', `/link/${link.id}`)
    const shown = { 'if-none-match': first.headers.get('etag') ?? '' }
    const same = await api('GET', `/link/${link.id}`, undefined, shown)
    await api('PUT', `/link/${link.id}`, { title: 'Changed' })
    const changed = await api('GET', `/link/${link.id}`, undefined, shown)

    expect(same.status).toBe(304)
    expect(changed).toMatchObject({ status: 200, body: { title: 'Changed' } })
  })

  it('is compressed if it is large, and rejected for an unsupported Accept', async () => {
    const headers = { 'x-api-key': stack.apiKey }
    const long = await fetch(`${stack.url}/api/openapi.json`, { headers })

    expect(long.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
    const page = await api('GET', '/version', undefined, { accept: 'text/html' })
    expect(page).toMatchObject({ status: 406, body: { code: 'not_acceptable' } })
  })
})

describe('the OpenAPI document', () => {
  it('is the same in the API and on the docs page', async () => {
    const { status, body } = await api('GET', '/openapi.json')
    const page = await (await fetch(`${stack.url}/docs/json`)).json()

    expect(status).toBe(200)
    expect(body).toEqual(page)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
  })

  it('has a page that explains the code of a problem at its type', async () => {
    const { body } = await api<{ type: string; code: string }>('GET', '/link/1e3')
    const page = await (await fetch(new URL(body.type, stack.url))).text()

    expect(body.type).toBe(`/docs/problems#${body.code}`)
    expect(page).toContain(`id="${body.code}"`)
  })
})

it('the generated client creates, reads and reports errors with types', async () => {
  const client = createClient({ baseUrl: `${stack.url}/`, apiKey: stack.apiKey })
  client.use(idempotent)
  const { data: link } = await client.POST('/link', { body: body() })
  const read = await client.GET('/link/{link_id}', {
    params: { path: { link_id: link?.id ?? '' } },
  })
  const list = await client.GET('/link', { params: { query: { limit: 10, sort: 'created_at' } } })
  const refused = await client.POST('/link', { body: body({ url: 'javascript:x' }) })

  expect(read.data).toEqual(link)
  expect(list.data?.items.length).toBeGreaterThan(0)
  expect(refused.data).toBeUndefined()
  expect(refused.error).toMatchObject({ code: 'invalid_request', errors: [{ field: 'url' }] })
})
