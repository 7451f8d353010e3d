import { Problem } from '@fingerpost/kit/problem'

/** Everything a key may be allowed to do. */
export const SCOPES = [
  'link:read',
  'link:write',
  'analytics:read',
  'catalog:read',
  'catalog:write',
  'bio:read',
  'bio:write',
  'key:manage',
  'webhook:manage',
] as const

/** Refuses a key that does not exist, was revoked or has run out; only the last says which. */
export function checkKey(
  key: { revoked_at: Date | null; expires_at: Date | null } | undefined,
  now: Date,
): asserts key is NonNullable<typeof key> {
  if (!key || key.revoked_at) {
    throw new Problem('unauthenticated', 'invalid_api_key', 'This API key opens nothing.')
  }
  if (key.expires_at && key.expires_at <= now) {
    throw new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')
  }
}
