import { conflict, invalid, Problem } from '@fingerpost/kit/http/problem'
import { canonicalAddress } from '@fingerpost/kit/net/ip'
import type { Passkey } from '@fingerpost/protos/catalog/v1/passkey'
import { checkName, plainName } from '@fingerpost/protos/name'
import type { PasskeyRow } from '../catalog.schema.ts'

const NAME_MAX = 128
const PASSKEYS_MAX = 20

/** The site of a passkey; its host is the relying party. */
export interface Site {
  origin: string
  host: string
}

/** The site of a page. Throws invalid for an IP address, at which browsers offer no passkeys. */
export function siteOf(origin: string): Site {
  const host = new URL(origin).hostname
  if (!canonicalAddress(host.replace(/^\[|\]$/g, ''))) return { origin, host }
  const detail = 'Passkeys need a host name: open the dashboard by its name, such as localhost.'
  throw new Problem('invalid', 'passkeys_need_host_name', detail)
}

/** The name of a passkey as it is stored. Throws invalid. */
export function nameOf(given: string): string {
  const fault = checkName('name', given, NAME_MAX)
  if (fault) throw invalid([fault])
  return plainName(given)
}

/** Throws forbidden quota_exceeded if the person cannot have another passkey. */
export function requireCapacity(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < PASSKEYS_MAX) return
  const detail = `A person cannot have more than ${PASSKEYS_MAX} passkeys.`
  throw new Problem('forbidden', 'quota_exceeded', detail)
}

/** For a challenge that was used, has expired, or is of another ceremony. */
export const invalidChallenge = () =>
  new Problem(
    'forbidden',
    'invalid_challenge',
    'The challenge was already used or is older than five minutes. Try again.',
  )

export const invalidPasskey = (cause: unknown) =>
  new Problem('invalid', 'invalid_passkey', 'The passkey could not be verified.', [], cause)

/** The same for an unknown passkey, a wrong signature and a disabled person; the cause is logged. */
export const unknownPasskey = (cause: unknown) =>
  new Problem(
    'unauthenticated',
    'unknown_passkey',
    'This passkey does not sign in here: it was removed, or its account is disabled.',
    [],
    cause,
  )

export const lastSignIn = () =>
  conflict(
    'last_sign_in',
    'This passkey is the only way in which you can sign in. Add another one, or a password, first.',
  )

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  host: row.host,
  backed_up: row.backed_up,
  created_at: row.created_at,
  used_at: row.used_at ?? undefined,
})
