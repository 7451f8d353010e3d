import { expect, it } from 'vitest'
import { checkKey, checkNewKey } from './api-key.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const key = { revoked_at: null, expires_at: null }

it('accepts a key that is neither revoked nor expired', () => {
  expect(() => checkKey(key, now)).not.toThrow()
  expect(() => checkKey({ ...key, expires_at: new Date(now.getTime() + 1) }, now)).not.toThrow()
})

it.each([
  ['unknown', undefined, 'invalid_api_key'],
  ['revoked', { ...key, revoked_at: new Date(0) }, 'invalid_api_key'],
  ['revoked and expired', { revoked_at: now, expires_at: now }, 'invalid_api_key'],
  ['expired at this moment', { ...key, expires_at: now }, 'expired_api_key'],
])('rejects a key that is %s', (_, found, code) => {
  expect(() => checkKey(found, now)).toThrow(
    expect.objectContaining({ kind: 'unauthenticated', code }),
  )
})

it('rejects a new key that has already expired', () => {
  const by = { scopes: ['link:read'] }
  const expiring = (expiresAt: Date) =>
    checkNewKey({ name: 'Key', expires_at: expiresAt } as never, by, now)
  const later = new Date(now.getTime() + 1)

  expect(expiring(now)).toMatchObject([{ field: 'expires_at', code: 'too_early' }])
  expect(expiring(later)).toMatchObject({ expires_at: later })
})
