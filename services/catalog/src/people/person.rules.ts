import { type FieldError, invalid, Problem } from '@fingerpost/kit/http/problem'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import { emailFault } from '@fingerpost/protos/email'
import { checkName, plainName } from '@fingerpost/protos/name'
import type { UserRow } from '../catalog.schema.ts'
import { checkTimeZone } from '../names/time-zone.rules.ts'

const NAME_MAX = 128
const PASSWORD_MIN = 10
const PASSWORD_MAX = 256

export const RESET_DAYS = 7

/** The stored fields that a person can change; absent fields stay unchanged. */
export interface PersonChanges {
  name?: string
  time_zone?: string
}

/** Validates changes of a person. Returns them or all errors. */
export function checkPerson(given: {
  name?: string | undefined
  time_zone?: string | undefined
}): PersonChanges | FieldError[] {
  const errors: FieldError[] = []
  const changes: PersonChanges = {}
  if (given.name !== undefined) {
    const fault = checkName('name', given.name, NAME_MAX)
    if (fault) errors.push(fault)
    changes.name = plainName(given.name)
  }
  if (given.time_zone !== undefined) {
    const fault = checkTimeZone(given.time_zone)
    if (fault) errors.push(fault)
    changes.time_zone = given.time_zone
  }
  return errors.length > 0 ? errors : changes
}

/** Checks an email address. Returns the error, if any. */
export function checkEmail(email: string): FieldError | undefined {
  const fault = emailFault(email)
  return fault && { field: 'email', ...fault }
}

/** Checks a new password. Returns the error, if any. */
export function checkPassword(password: string): FieldError | undefined {
  const length = [...password].length
  if (length >= PASSWORD_MIN && password.length <= PASSWORD_MAX) return undefined
  const [code, bound] =
    length < PASSWORD_MIN ? ['too_short', PASSWORD_MIN] : ['too_long', PASSWORD_MAX]
  const detail = `must have ${bound} or ${code === 'too_short' ? 'more' : 'fewer'} characters`
  return { field: 'password', code, detail }
}

/** The name and the email address of a new person. Throws invalid. */
export function checkNewPerson(given: { name: string; email: string; password?: string }) {
  const { name, email, password } = given
  const person = checkPerson({ name })
  const faults = [checkEmail(email), password === undefined ? undefined : checkPassword(password)]
  const errors = faults.filter((it) => it !== undefined)
  if (Array.isArray(person)) throw invalid([...person, ...errors])
  if (errors.length > 0) throw invalid(errors)
  return { name: person.name ?? '', email: email.trim() }
}

export type Refusal = 'unknown_email' | 'wrong_password' | 'disabled' | 'wrong_passkey'

/** Why a person cannot sign in; undefined if they can. */
export function refusalOf(person: UserRow | undefined, right: boolean): Refusal | undefined {
  if (!person) return 'unknown_email'
  if (!right) return 'wrong_password'
  return person.disabled_at ? 'disabled' : undefined
}

/** The same for an unknown email address, a wrong password and a disabled person. */
export const wrongCredentials = () =>
  new Problem('unauthenticated', 'invalid_credentials', 'Email address or password is wrong.')

export interface MembershipRow {
  org_id: number
  name: string
  slug: string
  role: string
  own_links_only: boolean
  /** Of the team. */
  time_zone: string | null
}

/** A person as the API shows them to themselves. */
export type ToPerson = (row: UserRow, memberships: MembershipRow[]) => Person

/** `canCreate`: whether a person with these roles can create a team. */
export const createToPerson =
  (canCreate: (roles: string[]) => boolean): ToPerson =>
  (row, memberships) => ({
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    time_zone: row.time_zone,
    email_verified: row.email_verified_at !== null,
    has_password: row.password_hash !== null,
    memberships: memberships.map((it) => ({ ...it, time_zone: it.time_zone ?? undefined })),
    can_create_organization: canCreate(memberships.map(({ role }) => role)),
    created_at: row.created_at,
  })
