import { conflict } from '@fingerpost/kit/http/problem'
import { createToken } from '@fingerpost/kit/secrets/token'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { SESSION_PREFIX } from '@fingerpost/protos/people'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYS, LINK, ROTATED } from '../testing/app.ts'
import { linkBody, openTwoGateways } from '../testing/gateways.ts'
import { answerCache } from './answer.cache.ts'

/** Creation requests that the link service received. */
const made: CreateLinkRequest[] = []
let whenCreating: () => Promise<void>
let answerTitle = LINK.title
const teams = [{ org_id: 7, scopes: ['link:write'], own_links_only: false }]
const stand = await openTwoGateways({
  sessions: { verifySession: async () => ({ id: 5, user_id: 70, teams }) },
  links: {
    async createLink(request: CreateLinkRequest) {
      made.push(request)
      await whenCreating()
      if (request.slug === 'taken') throw conflict('slug_taken', 'Taken.')
      return { ...LINK, id: made.length, title: answerTitle }
    },
    deleteLinks: async () => ({ changed: [5], missing: [] }),
  },
})
const { store, post } = stand
beforeEach(async () => {
  made.length = 0
  whenCreating = async () => {}
  await stand.reset()
})
afterAll(stand.close)

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
    const first = await post('a', { ...linkBody, slug: 'taken' })
    const second = await post('a', { ...linkBody, slug: 'taken' })

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
      await post('a', linkBody, '/api/link', KEYS[1]),
      await post('a', { ids: [5] }, '/api/link/delete'),
    ]) {
      expect(answer.statusCode).toBeLessThan(300)
      expect(answer.headers['idempotency-replayed']).toBeUndefined()
    }
  })

  it('with the new secret of a rotated key is a conflict, and has no effect', async () => {
    await post('a')
    const again = await post('a', linkBody, '/api/link', ROTATED)

    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'idempotency_answer_not_kept' })
    expect(made).toHaveLength(1)
  })

  it('by another session is a conflict, also with an empty API key', async () => {
    const by = (session: string) => {
      const origin = { host: 'localhost', origin: 'http://localhost' }
      return post('a', linkBody, '/api/link', '', { ...origin, cookie: `fingerpost=${session}` })
    }
    const own = createToken(SESSION_PREFIX)
    expect((await by(own)).statusCode).toBe(201)

    expect((await by(own)).headers['idempotency-replayed']).toBe('true')
    expect((await by(createToken(SESSION_PREFIX))).json()).toMatchObject({
      code: 'idempotency_answer_not_kept',
    })
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
    expect((await post('a', { ...linkBody, title: 'x' })).json().code).toBe(
      'idempotency_key_reused',
    )
    expect(made).toHaveLength(1)
    const [key = ''] = (await store.client.keys('idempotency:*')).filter((it) => !/team/.test(it))
    expect(await store.client.strlen(key)).toBeLessThan(1_000)
  })

  it('evicts the oldest answer of its team once the team has too many', async () => {
    const { save, begin } = answerCache(store.client, 30_000, 3)
    for (let i = 0; i < 5; i++) {
      const mine = { fingerprint: 'f', worker: `${i}` }
      await begin(`mine-${i}`, mine)
      await save(`mine-${i}`, mine, 'answer', 7)
    }
    const theirs = { fingerprint: 'f', worker: 'x' }
    await begin('theirs', theirs)
    await save('theirs', theirs, 'answer', 8)

    const left = await store.client.keys('idempotency:*')
    expect(left.filter((it) => !/team/.test(it)).sort()).toEqual(
      ['mine-2', 'mine-3', 'mine-4', 'theirs'].map((it) => `idempotency:${it}`),
    )
  })
})

describe('a key', () => {
  it('reused for a different request is rejected', async () => {
    await post('a')
    const other = await post('a', { ...linkBody, title: 'Other' })

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
    await post('a', { ...linkBody, url: 'https://example.com/private' })
    const [key = ''] = (await store.client.keys('idempotency:*')).filter((it) => !/team/.test(it))
    const stored = (await store.client.get(key)) ?? ''

    expect(await store.client.pttl(key)).toBeGreaterThan(23.9 * 3_600_000)
    expect(key + stored).not.toMatch(/example|fp_/)
    const { answer } = JSON.parse(stored)
    expect(Buffer.from(answer, 'base64').toString()).not.toContain('example.com')
  })

  it('is passed to the link service: one value per distinct request', async () => {
    for (const [key, title] of [
      ['a', 'x'],
      ['b', 'x'],
      ['a', 'y'],
    ] as const) {
      await store.client.flushdb() // as if the answer had not been stored
      await post(key, { ...linkBody, title })
      await store.client.flushdb()
      await post(key, { ...linkBody, title })
    }
    const keyNames = made.map(({ idempotency_key: idempotencyKey }) =>
      Buffer.from(idempotencyKey ?? []).toString('hex'),
    )

    expect(keyNames[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(keyNames.filter((_, i) => i % 2 === 0)).toEqual(keyNames.filter((_, i) => i % 2 === 1))
    expect(new Set(keyNames).size).toBe(3)
    await post(undefined)
    expect(made.at(-1)?.idempotency_key).toBeUndefined()
  })
})
