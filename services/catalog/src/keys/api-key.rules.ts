import { type FieldError, invalid, Problem } from '@fingerpost/kit/http/problem'
import type {
  ApiKey,
  CreateApiKeyRequest,
  UpdateApiKeyRequest,
} from '@fingerpost/protos/catalog/v1/api_key'
import { checkName, plainName } from '@fingerpost/protos/name'
import { isOneOf, SCOPES } from '@fingerpost/protos/words'
import type { ApiKeyRow } from '../catalog.schema.ts'
import { OWNER } from '../members/member.rules.ts'

const NAME_MAX = 64

/** A key with the time of its last use, and the time at which its replaced secret expires. */
export type ShownKey = ApiKeyRow & { used_at: Date | null; previous_until: Date | null }

/** The stored fields of a key; absent fields stay unchanged. */
export interface KeyChanges {
  name?: string
  scopes?: string[]
  expires_at?: Date | null
}

/**
 * Rejects a key that is unknown, revoked or expired, or whose creator has left the team; only expiry
 * has an error code of its own.
 */
export function checkKey<
  Key extends {
    revoked_at: Date | null
    expires_at: Date | null
    personal?: boolean
    role?: string | null
  },
>(key: Key | undefined, now: Date): asserts key is Key {
  if (!key || key.revoked_at || (key.personal && !key.role)) {
    throw new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')
  }
  if (key.expires_at && key.expires_at <= now) {
    throw new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')
  }
}

/**
 * Validates a new key. Returns its fields or all errors. Scopes and expiry default to those of the
 * caller.
 */
export function checkNewKey(
  request: CreateApiKeyRequest,
  { scopes, expiresAt }: { scopes: readonly string[]; expiresAt?: Date | undefined },
  now: Date,
): Required<KeyChanges> | FieldError[] {
  const checked = checkFields(request)
  const errors = Array.isArray(checked) ? checked : []
  if (request.expires_at && request.expires_at <= now) {
    errors.push({ field: 'expires_at', code: 'too_early', detail: 'must be in the future' })
  }
  return errors.length > 0
    ? errors
    : { name: '', scopes: [...scopes], expires_at: expiresAt ?? null, ...checked }
}

/** Validates an update of a key. Returns the changed fields or all errors. */
export function checkKeyUpdate(
  request: UpdateApiKeyRequest,
  ownScopes: readonly string[],
): KeyChanges | FieldError[] {
  const checked = checkFields(request)
  const errors = Array.isArray(checked) ? checked : []
  const cleared: KeyChanges = {}
  for (const field of request.clear) {
    if (field === 'expires_at') cleared.expires_at = null
    else if (field === 'scopes') cleared.scopes = [...ownScopes]
    else errors.push({ field, code: 'required', detail: 'cannot be null' })
  }
  return errors.length > 0 ? errors : { ...checked, ...cleared }
}

/** Throws forbidden if a key would be given a scope that the caller lacks. */
export function checkGranted(scopes: readonly string[], ownScopes: readonly string[]): void {
  const lacking = scopes.filter((scope) => !ownScopes.includes(scope))
  if (lacking.length === 0) return
  const detail = `The API key cannot give scopes it lacks: ${lacking.join(', ')}.`
  const field = { field: 'scopes', code: 'insufficient_scope', detail }
  throw new Problem('forbidden', 'insufficient_scope', detail, [field])
}

/** Throws forbidden if a key to be changed or revoked has a scope that the caller lacks. */
export function checkPower(scopes: readonly string[], ownScopes: readonly string[]): void {
  const lacking = scopes.filter((scope) => !ownScopes.includes(scope))
  if (lacking.length === 0) return
  const detail = `The API key lacks scopes that the other key has: ${lacking.join(', ')}.`
  throw new Problem('forbidden', 'insufficient_scope', detail)
}

/** Throws forbidden unless an actor with this role may change the API keys of owners. */
export function requireOwner(role: string | undefined): void {
  if (role === OWNER) return
  const detail = 'Only an owner can change, rotate or revoke an API key that acts as an owner.'
  throw new Problem('forbidden', 'owner_required', detail)
}

/**
 * Throws invalid if a key would expire later than the caller's own key. Its current expiry may
 * stay. `null` means no expiry.
 */
export function checkExpiry(
  expiresAt: Date | null,
  ownExpiresAt: Date | undefined,
  present?: Date | null,
): void {
  const ends = (date: Date | null) => date?.getTime() ?? Number.POSITIVE_INFINITY
  if (ownExpiresAt === undefined || ends(expiresAt) <= ends(ownExpiresAt)) return
  if (present !== undefined && ends(expiresAt) <= ends(present)) return
  const detail = `must not be after ${ownExpiresAt.toISOString()}, when the API key of this request expires`
  throw invalid([{ field: 'expires_at', code: 'too_late', detail }])
}

const OVERLAP_HOURS = { max: 7 * 24, default: 24 }

/** How long the replaced secret stays valid. Throws invalid. */
export function overlapOf(hours: number = OVERLAP_HOURS.default): number {
  if (hours >= 0 && hours <= OVERLAP_HOURS.max) return hours
  const detail = `must be between 0 and ${OVERLAP_HOURS.max}`
  throw invalid([{ field: 'overlap_hours', code: 'out_of_range', detail }])
}

/** Throws forbidden if a person would get the secret of a key that acts as another one. */
export function checkRotator(key: { user_id: number }, userId: number, personal: boolean): void {
  if (!personal || key.user_id === userId) return
  const detail = 'Only the person who created this key can rotate it. Revoke it and create another.'
  throw new Problem('forbidden', 'key_of_another_person', detail)
}

function checkFields(
  given: Omit<CreateApiKeyRequest, 'name'> & { name?: string | undefined },
): KeyChanges | FieldError[] {
  const errors: FieldError[] = []
  const changes: KeyChanges = {}
  if (given.name !== undefined) {
    const fault = checkName('name', given.name, NAME_MAX)
    if (fault) errors.push(fault)
    changes.name = plainName(given.name)
  }
  if (given.scopes) {
    for (const [i, scope] of given.scopes.names.entries()) {
      if (isOneOf(SCOPES, scope)) continue
      const detail = `must be one of ${SCOPES.join(', ')}`
      errors.push({ field: `scopes.${i}`, code: 'not_allowed', detail })
    }
    if (given.scopes.names.length === 0) {
      errors.push({ field: 'scopes', code: 'too_few', detail: 'must contain at least one scope' })
    }
    changes.scopes = [...new Set(given.scopes.names)]
  }
  if (given.expires_at !== undefined) changes.expires_at = given.expires_at
  return errors.length > 0 ? errors : changes
}

/** A key as the API shows it to its team, without its secret. */
export const toApiKey = (row: ApiKeyRow & Partial<ShownKey>): ApiKey => ({
  id: row.id,
  org_id: row.org_id,
  user_id: row.user_id,
  name: row.name,
  last_four: row.last_four,
  scopes: row.scopes,
  expires_at: row.expires_at ?? undefined,
  created_at: row.created_at,
  last_used_at: row.used_at ?? undefined,
  previous_key_until: row.previous_until ?? undefined,
  made_by: row.made_by ?? undefined,
})
