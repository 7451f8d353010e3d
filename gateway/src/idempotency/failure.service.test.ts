import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { fastify } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { LINK } from '../testing/app.ts'
import { openTwoGateways } from '../testing/gateways.ts'
import { answerCache } from './answer.cache.ts'
import { answerOnce } from './idempotency.hook.ts'

/** Creation requests that the link service received. */
const made: CreateLinkRequest[] = []
let whenCreating: () => Promise<void>
const stand = await openTwoGateways({
  links: {
    async createLink(request: CreateLinkRequest) {
      made.push(request)
      await whenCreating()
      return { ...LINK, id: made.length }
    },
  },
})
const { store, line, post } = stand
beforeEach(async () => {
  made.length = 0
  whenCreating = async () => {}
  await stand.reset()
})
afterAll(stand.close)

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
    const stored = await store.client.get(key)
    gate.resolve()
    await lost
    expect(await store.client.get(key)).toBe(stored)
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
