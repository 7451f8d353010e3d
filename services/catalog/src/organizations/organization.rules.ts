import { type FieldError, Problem } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { UpdateOrganizationRequest } from '@fingerpost/protos/catalog/v1/organization'
import { checkName, plainName } from '@fingerpost/protos/name'
import { isOneOf } from '@fingerpost/protos/words'
import { OWNER } from '../members/member.rules.ts'
import { checkTimeZone } from '../names/time-zone.rules.ts'

const NAME_MAX = 128
const SLUG = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/

/** Slugs that visitors could mistake for the service itself on a public page. */
const RESERVED = new Set(
  'about admin api app auth billing contact docs fingerpost help login null official root security settings status support system undefined www'.split(
    ' ',
  ),
)

/** Who can create teams: nobody, members of a team, or anyone with an account. */
export const TEAM_CREATORS = ['nobody', 'members', 'everyone'] as const

/** The settings that decide whether a person can create a team. */
export interface TeamCreation {
  creators: string
  /** Teams that a person can own; 0: unlimited. */
  maxTeams: number
}

/**
 * Throws forbidden team_creation_disabled and quota_exceeded unless a person with these roles can
 * create a team.
 */
export function checkCreation(
  roles: readonly string[],
  { creators, maxTeams }: TeamCreation,
): void {
  if (creators !== 'everyone' && (creators !== 'members' || roles.length === 0)) {
    const detail = 'You cannot create teams on this instance. Ask the operator to create one.'
    throw new Problem('forbidden', 'team_creation_disabled', detail)
  }
  if (maxTeams === 0 || roles.filter((role) => role === OWNER).length < maxTeams) return
  const detail = `You cannot create a team while you own ${maxTeams} or more.`
  throw new Problem('forbidden', 'quota_exceeded', detail)
}

/** Whether a person with these roles can create a team; see checkCreation. */
export function canCreate(...person: Parameters<typeof checkCreation>): boolean {
  try {
    checkCreation(...person)
    return true
  } catch {
    return false
  }
}

/** The stored fields of a team; absent fields stay unchanged. */
export interface OrganizationChanges {
  name?: string
  slug?: string
  logo?: string | null
  time_zone?: string | null
  click_retention_months?: number | null
}

/** Fields of an update that can be cleared. */
const CLEARABLE = ['logo', 'time_zone', 'click_retention_months'] as const

/**
 * Validates an update. Returns the changed fields or all errors. `monthsMax` is the longest term
 * for which the operator keeps clicks; 0: forever.
 */
export function checkOrganizationUpdate(
  request: UpdateOrganizationRequest,
  monthsMax: number,
): OrganizationChanges | FieldError[] {
  const errors: FieldError[] = []
  const changes: OrganizationChanges = {}
  const { name, slug, logo, time_zone, click_retention_months: months, clear } = request
  for (const field of clear) {
    if (isOneOf(CLEARABLE, field)) changes[field] = null
    else errors.push({ field, code: 'required', detail: 'cannot be null' })
  }
  if (name !== undefined) {
    const fault = checkName('name', name, NAME_MAX)
    if (fault) errors.push(fault)
    changes.name = plainName(name)
  }
  if (slug !== undefined) {
    changes.slug = slug.toLowerCase()
    const fault = checkOrganizationSlug(changes.slug)
    if (fault) errors.push(fault)
  }
  if (logo !== undefined && logo !== '') {
    const fault = checkUrl(logo)
    if (fault) errors.push({ field: 'logo', ...fault })
    else if (!/^https:/i.test(logo)) {
      errors.push({ field: 'logo', code: 'invalid_url', detail: 'must be an https URL' })
    } else changes.logo = canonicalUrl(logo)
  }
  if (logo === '') changes.logo = null
  if (time_zone !== undefined) {
    const fault = checkTimeZone(time_zone)
    if (fault) errors.push(fault)
    changes.time_zone = time_zone
  }
  if (months !== undefined) {
    const fault = checkRetention(months, monthsMax)
    if (fault) errors.push(fault)
    changes.click_retention_months = months
  }
  return errors.length > 0 ? errors : changes
}

/** 50 years: more than any team needs. */
const RETENTION_MONTHS_MAX = 600

function checkRetention(months: number, monthsMax: number): FieldError | undefined {
  const max = Math.min(monthsMax || RETENTION_MONTHS_MAX, RETENTION_MONTHS_MAX)
  if (months >= 1 && months <= max) return undefined
  const detail = monthsMax
    ? `must be 1 to ${max}: this instance keeps clicks for at most ${monthsMax} months`
    : `must be 1 to ${max}, or null`
  return { field: 'click_retention_months', code: 'invalid', detail }
}

/** Months for which the clicks of a team are kept; undefined: forever. `monthsMax` as above. */
export function retentionInForce(own: number, monthsMax: number): number
export function retentionInForce(own: number | null, monthsMax: number): number | undefined
export function retentionInForce(own: number | null, monthsMax: number): number | undefined {
  return monthsMax === 0 ? (own ?? undefined) : Math.min(own ?? monthsMax, monthsMax)
}

/** Checks a lowercase slug. Returns the error, if any. */
export function checkOrganizationSlug(slug: string): FieldError | undefined {
  if (!SLUG.test(slug)) {
    const detail = 'must be 3 to 64 of a-z, 0-9 and -, and neither begin nor end with -'
    return { field: 'slug', code: 'invalid_slug', detail }
  }
  return RESERVED.has(slug)
    ? { field: 'slug', code: 'reserved_slug', detail: 'is a reserved word' }
    : undefined
}

/**
 * Candidate slugs for a team with this name; `draw` returns a suffix that distinguishes teams with
 * the same name.
 */
export function* candidateTeamSlugs(name: string, draw: () => string): Generator<string> {
  const words = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const plain = words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '')
  if (!checkOrganizationSlug(plain)) yield plain
  for (;;) yield `${plain || 'team'}-${draw()}`
}
