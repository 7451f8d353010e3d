import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis } from '@fingerpost/kit/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { KEYS, openTestApp } from '../testing/app.ts'

let store: Awaited<ReturnType<typeof createTestRedis>>
let answers: ReturnType<typeof openRedis>
let app: Awaited<ReturnType<typeof openTestApp>>['app']

beforeAll(async () => {
  store = await createTestRedis()
  answers = openRedis(store.url, 'cache', createLog('gateway', 'silent'))
  await vi.waitFor(() => answers.ping())
  app = (await openTestApp({}, {}, { answers })).app
})
afterAll(async () => {
  await app.close()
  answers.disconnect()
  await store.drop()
})

const post = (path: string, payload?: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/app${path}`, headers, ...(payload && { payload }) })
const makeToken = async (): Promise<string> =>
  (await post('/sign-in', undefined, { 'x-api-key': KEYS[0] })).json().token

describe('a one-time token', () => {
  it('is exchanged for its API key once, even by concurrent requests', async () => {
    const token = await makeToken()
    const answers = await Promise.all([1, 2, 3].map(() => post('/session', { token })))

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      api_key: KEYS[0],
    })
    expect(answers.find(({ statusCode }) => statusCode === 401)?.json()).toMatchObject({
      code: 'invalid_sign_in',
    })
  })

  it('is created only for a valid API key', async () => {
    expect((await post('/sign-in')).json()).toMatchObject({ code: 'missing_api_key' })
    expect((await post('/sign-in', undefined, { 'x-api-key': 'fp_x' })).statusCode).toBe(401)
  })

  it('is stored for an hour, and the stored data reveals neither token nor key', async () => {
    await store.client.flushdb()
    const token = await makeToken()
    const [name = ''] = await store.client.keys('*signin*')
    const stored = (await store.client.get(name)) ?? ''
    const leftMs = await store.client.pttl(name)

    expect(leftMs).toBeGreaterThan(3_500_000)
    expect(leftMs).toBeLessThanOrEqual(3_600_000)
    expect(`${name} ${stored} ${Buffer.from(stored, 'base64')}`).not.toMatch(
      new RegExp(`${token}|${KEYS[0]}`),
    )
  })

  it.each([[{}], [{ token: 5 }], [{ token: 'x'.repeat(300) }], [[]]])(
    'with the body %j is rejected',
    async (body) => {
      expect((await post('/session', body)).json()).toMatchObject({ code: 'invalid_request' })
    },
  )

  it('that was never created is rejected', async () => {
    for (const token of ['', 'signin_x', `${await makeToken()}`.replace(/.$/, '')]) {
      expect((await post('/session', { token })).json()).toMatchObject({ code: 'invalid_sign_in' })
    }
  })
})
