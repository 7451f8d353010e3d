import { createToken } from '@fingerpost/kit/secrets/token'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls, callTo, catalog, goodKey, narrowKey, newApp, reset } from './testing/api.ts'

const app = await newApp()
const call = callTo(app)

// Fakes only the clock that measures the age of an answer; timers stay real.
vi.useFakeTimers({ toFake: ['performance'] })
afterAll(() => {
  vi.useRealTimers()
  return app.close()
})
beforeEach(reset)

describe('a key', () => {
  it.each([
    ['missing', {}, 'missing_api_key'],
    ['empty', { 'x-api-key': '' }, 'missing_api_key'],
    ['malformed', { 'x-api-key': 'hunter2' }, 'invalid_api_key'],
    ['mistyped', { 'x-api-key': `${goodKey.slice(0, -1)}!` }, 'invalid_api_key'],
    ['sent in another header', { authorization: `Bearer ${goodKey}` }, 'missing_api_key'],
  ])('that is %s is rejected without a call to catalog', async (_, headers, code) => {
    const before = calls.verified
    const response = await app.inject({ url: '/api/version', headers })

    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('ApiKey')
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ status: 401, code, title: 'Unauthorized' })
    expect(calls.verified).toBe(before)
  })

  it('that is unknown is rejected', async () => {
    const response = await call('/api/version', { headers: { 'x-api-key': createToken('fp') } })

    expect(response.json()).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('that lacks a scope is rejected with the name of the scope', async () => {
    const response = await call('/api/domain', { headers: { 'x-api-key': narrowKey } })

    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'insufficient_scope' })
    expect(response.json().detail).toContain('catalog:read')
  })

  it('is verified once for concurrent requests', async () => {
    const before = calls.verified
    vi.advanceTimersByTime(1_001) // older than the second for which a verification is cached
    const many = await Promise.all(Array.from({ length: 20 }, () => call('/api/version')))

    expect(many.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(calls.verified).toBe(before + 1)
  })

  it('verified recently still works while catalog is unavailable', async () => {
    await call('/api/version')
    vi.advanceTimersByTime(1_001)
    catalog.away = true

    expect((await call('/api/version')).statusCode).toBe(200)
    // A recently verified key does not wait long for an unresponsive catalog.
    expect(calls.patience).toBe(500)
    const unknown = await call('/api/version', { headers: { 'x-api-key': createToken('fp') } })
    expect(unknown.statusCode).toBe(503)
    expect(calls.patience).toBeUndefined()
    expect(unknown.headers['retry-after']).toBe('1')
  })

  it('is required for every path below /api, known or unknown', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/link/5', '/api//link/5']) {
      expect((await app.inject({ url })).statusCode).toBe(401)
    }
  })
})
