import { conflict } from '@fingerpost/kit/http/problem'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp, ROTATED } from '../testing/app.ts'
import { answerCache } from './answer.cache.ts'
import { answerOnce } from './idempotency.hook.ts'

const log = createLog('gateway', 'silent')
const body = { url: 'https://example.com/', domain_id: 1 }
/** Creation requests that the link service received. */
const made: CreateLinkRequest[] = []
let whenCreating: () => Promise<void>
let answerTitle = LINK.title
const fakes = {
  links: {
    async createLink(request: CreateLinkRequest) {
      made.push(request)
      await whenCreating()
      if (request.slug === 'taken') throw conflict('slug_taken', 'Taken.')
      return { ...LINK, id: made.length, title: answerTitle }
    },
    deleteLinks: async () => ({ changed: [5], missing: [] }),
  },
}
type Gateway = Awaited<ReturnType<typeof openTestApp>>
let store: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let gateways: [Gateway, Gateway]
const connections: ReturnType<typeof openRedis>[] = []

beforeAll(async () => {
  store = await createTestRedis()
  line = await openFaultProxy(new URL(store.url))
  const open = async () => {
    const answers = openRedis(line.url, 'cache', log)
    connections.push(answers)
    return openTestApp(fakes, {}, { answers })
  }
  gateways = [await open(), await open()]
})
beforeEach(async () => {
  line.set('ok')
  made.length = 0
  whenCreating = async () => {}
  await store.client.flushdb()
  await expect.poll(() => connections.every(({ status }) => status === 'ready')).toBe(true)
})
afterAll(async () => {
  for (const { app } of gateways) await app.close()
  for (const it of connections) it.disconnect()
  await line.close()
  await store.drop()
})

let turn = 0
/** Alternates between the gateways, like a load balancer. */
const post = (
  key: string | undefined,
  payload: object = body,
  url = '/api/link',
  apiKey = KEYS[0],
) =>
  (gateways[turn++ % 2] as Gateway).app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-api-key': apiKey, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })

describe('a repeated request', () => {
  it('gets the same answer from any gateway, and has no effect', async () => {
    const first = await post('a')
    const second = await post('a')

    expect(first.statusCode).toBe(201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.statusCode).toBe(201)
    expect(second.body).toBe(first.body)
    expect(second.headers).toMatchObject({
      location: first.headers.location,
      'content-type': first.headers['content-type'],
      'idempotency-replayed': 'true',
    })
    expect(made).toHaveLength(1)
  })

  it('gets the same error', async () => {
    const first = await post('a', { ...body, slug: 'taken' })
    const second = await post('a', { ...body, slug: 'taken' })

    expect(first.statusCode).toBe(409)
    expect(second.body).toBe(first.body)
    expect(second.headers['content-type']).toBe('application/problem+json')
    expect(made).toHaveLength(1)
  })

  it('is new without a key, with another key, by another API key, or at another URL', async () => {
    await post('a')
    for (const answer of [
      await post(undefined),
      await post('b'),
      await post('a', body, '/api/link', KEYS[1]),
      await post('a', { ids: [5] }, '/api/link/delete'),
    ]) {
      expect(answer.statusCode).toBeLessThan(300)
      expect(answer.headers['idempotency-replayed']).toBeUndefined()
    }
  })

  it('with the new secret of a rotated key is a conflict, and has no effect', async () => {
    await post('a')
    const again = await post('a', body, '/api/link', ROTATED)

    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'idempotency_answer_not_kept' })
    expect(made).toHaveLength(1)
  })

  it('is processed again if the first one failed with a server error', async () => {
    whenCreating = () => Promise.reject(new TypeError('a bug'))
    expect((await post('a')).statusCode).toBe(500)
    whenCreating = async () => {}

    expect((await post('a')).statusCode).toBe(201)
  })

  it('is rejected as in use while the first one is in flight', async () => {
    const gate = Promise.withResolvers<void>()
    whenCreating = () => gate.promise
    const first = post('a')
    await expect.poll(() => made.length).toBe(1)
    const second = await post('a')
    gate.resolve()

    expect(second.json()).toMatchObject({ status: 409, code: 'idempotency_key_in_use' })
    expect(second.headers['retry-after']).toBe('1')
    expect((await first).statusCode).toBe(201)
    expect((await post('a')).headers['idempotency-replayed']).toBe('true')
  })

  it('takes effect once among fifty concurrent ones', async () => {
    const many = await Promise.all(Array.from({ length: 50 }, () => post('a')))

    expect(made).toHaveLength(1)
    const codes = new Set(many.map(({ statusCode }) => statusCode))
    expect([...codes].every((code) => code === 201 || code === 409)).toBe(true)
  })
})

describe('an answer', () => {
  it('larger than 64 kB is not stored; the request is still processed only once', async () => {
    answerTitle = 'x'.repeat(70_000)
    const first = await post('a')
    const second = await post('a')
    answerTitle = LINK.title

    expect(first.statusCode).toBe(201)
    expect(second.json()).toMatchObject({ status: 409, code: 'idempotency_answer_not_kept' })
    expect(second.headers.location).toBe(first.headers.location)
    expect((await post('a', { ...body, title: 'x' })).json().code).toBe('idempotency_key_reused')
    expect(made).toHaveLength(1)
    const [key = ''] = (await store.client.keys('idempotency:*')).filter((it) => !/team/.test(it))
    expect(await store.client.strlen(key)).toBeLessThan(1_000)
  })

  it('evicts the oldest answer of its team once the team has too many', async () => {
    const { keep, begin } = answerCache(store.client, 30_000, 3)
    for (let i = 0; i < 5; i++) {
      const mine = { fingerprint: 'f', worker: `${i}` }
      await begin(`mine-${i}`, mine)
      await keep(`mine-${i}`, mine, 'answer', 7)
    }
    const theirs = { fingerprint: 'f', worker: 'x' }
    await begin('theirs', theirs)
    await keep('theirs', theirs, 'answer', 8)

    const left = await store.client.keys('idempotency:*')
    expect(left.filter((it) => !/team/.test(it)).sort()).toEqual(
      ['mine-2', 'mine-3', 'mine-4', 'theirs'].map((it) => `idempotency:${it}`),
    )
  })
})

describe('a key', () => {
  it('reused for a different request is rejected', async () => {
    await post('a')
    const other = await post('a', { ...body, title: 'Other' })

    expect(other.json()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(made).toHaveLength(1)
  })

  it.each(['', 'x'.repeat(256)])('of invalid length is rejected: %.3s', async (key) => {
    const answer = await post(key)

    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ field: 'Idempotency-Key' }],
    })
    expect((await post('x'.repeat(255))).statusCode).toBe(201)
  })

  it('is stored for 24 hours, and the stored data reveals nothing of the answer', async () => {
    await post('a', { ...body, url: 'https://example.com/private' })
    const [key = ''] = (await store.client.keys('idempotency:*')).filter((it) => !/team/.test(it))
    const kept = (await store.client.get(key)) ?? ''

    expect(await store.client.pttl(key)).toBeGreaterThan(23.9 * 3_600_000)
    expect(key + kept).not.toMatch(/example|fp_/)
    const { answer } = JSON.parse(kept)
    expect(Buffer.from(answer, 'base64').toString()).not.toContain('example.com')
  })

  it('is passed to the link service: one value per distinct request', async () => {
    for (const [key, title] of [
      ['a', 'x'],
      ['b', 'x'],
      ['a', 'y'],
    ] as const) {
      await store.client.flushdb() // as if the answer had not been stored
      await post(key, { ...body, title })
      await store.client.flushdb()
      await post(key, { ...body, title })
    }
    const told = made.map(({ idempotency_key: idempotencyKey }) =>
      Buffer.from(idempotencyKey ?? []).toString('hex'),
    )

    expect(told[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(told.filter((_, i) => i % 2 === 0)).toEqual(told.filter((_, i) => i % 2 === 1))
    expect(new Set(told).size).toBe(3)
    await post(undefined)
    expect(made.at(-1)?.idempotency_key).toBeUndefined()
  })
})

describe('a gateway that crashes during a request', () => {
  it('releases its key when the lease expires', async () => {
    const gate = Promise.withResolvers<void>()
    whenCreating = () => gate.promise
    const lost = post('a')
    await expect.poll(() => made.length).toBe(1)
    const [key = ''] = await store.client.keys('idempotency:*')
    expect(await store.client.pttl(key)).toBeLessThanOrEqual(30_000)
    await store.client.pexpire(key, 1)
    whenCreating = async () => {}

    await expect.poll(async () => (await post('a')).statusCode).toBe(201)
    const kept = await store.client.get(key)
    gate.resolve()
    await lost
    expect(await store.client.get(key)).toBe(kept)
  })

  it('renews its lease while the request is in flight', async () => {
    const answers = answerCache(store.client, 900)
    const app = fastify()
    app.decorateRequest('keyId')
    app.decorateRequest('caller', { getter: () => ({ orgId: 7, userId: 70, scopes: [] }) })
    answerOnce(app, answers)
    const gate = Promise.withResolvers<void>()
    app.post('/slow', async () => gate.promise.then(() => ({ ok: true })))
    const ask = () =>
      app.inject({ method: 'POST', url: '/slow', headers: { 'idempotency-key': 'a' } })
    const first = ask()
    const lives: number[] = []
    await expect.poll(async () => (await store.client.keys('idempotency:*')).length).toBe(1)
    const [key = ''] = await store.client.keys('idempotency:*')
    let renewed = 0
    let last = await store.client.pttl(key)
    await expect
      .poll(
        async () => {
          const left = await store.client.pttl(key)
          lives.push(left)
          if (left > last) renewed++
          last = left
          return renewed
        },
        { interval: 5 },
      )
      .toBeGreaterThanOrEqual(3)
    gate.resolve()

    expect(Math.min(...lives)).toBeGreaterThan(0)
    expect((await first).statusCode).toBe(200)
    expect((await ask()).headers['idempotency-replayed']).toBe('true')
    await app.close()
  })
})

describe('while Redis is unavailable', () => {
  it.each(['refuse', 'blackhole'] as const)('(%s) requests are processed as new', async (mode) => {
    line.set(mode)

    expect((await post('a')).statusCode).toBe(201)
    expect((await post('a')).statusCode).toBe(201)
    expect(made.map(({ idempotency_key: idempotencyKey }) => idempotencyKey)).toEqual([
      expect.any(Buffer),
      made[0]?.idempotency_key,
    ])
  })
})
