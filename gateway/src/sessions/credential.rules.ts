import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@fingerpost/kit/http/problem'
import { isOwnOrigin } from './cookie.rules.ts'

/** The secret that authenticates a request. */
export interface Credential {
  kind: 'key' | 'session'
  token: string
}

interface Team {
  orgId: number
  scopes: readonly string[]
  /** Whether the user reaches only objects that they created. */
  ownOnly?: boolean
}

/** A credential that catalog has verified. */
export interface Verified {
  kind: Credential['kind']
  id: number
  userId: number
  /** The name of the API key or of the person. */
  name?: string
  /** The teams that it has access to, the default one first. */
  teams: readonly Team[]
  expiresAt?: Date | undefined
}

const NO_TEAM: Team = { orgId: 0, scopes: [] }
const READS = ['GET', 'HEAD', 'OPTIONS']

/** The team that the header x-organization-id names; by default the first. Throws forbidden. */
export function teamOf(it: Verified, headers: IncomingHttpHeaders): Team {
  const team = findTeam(it, headers)
  if (team) return team
  if (headers['x-organization-id'] === undefined) return NO_TEAM
  const detail = 'This API key or session has no access to the organization in x-organization-id.'
  throw new Problem('forbidden', 'not_a_member', detail)
}

/** The API key of a request; an empty header is like none. */
export const keyOf = (headers: IncomingHttpHeaders): string | string[] | undefined =>
  headers['x-api-key'] || undefined

/** The team of a request; undefined if the credential has no access to it. */
export function findTeam({ teams }: Verified, headers: IncomingHttpHeaders): Team | undefined {
  const wanted = headers['x-organization-id']
  return wanted === undefined ? teams[0] : teams.find(({ orgId }) => String(orgId) === wanted)
}

/** Throws forbidden without the scope. */
export function requireScope(
  { kind }: Pick<Verified, 'kind'>,
  { orgId, scopes }: Pick<Team, 'orgId' | 'scopes'>,
  scope: string | null | undefined,
): void {
  if (!scope || scopes.includes(scope)) return
  if (orgId === NO_TEAM.orgId) {
    const detail = 'You are not a member of an organization. Join one with an invitation.'
    throw new Problem('forbidden', 'not_a_member', detail)
  }
  const lacking = kind === 'key' ? 'The API key' : 'Your role'
  throw new Problem('forbidden', 'insufficient_scope', `${lacking} lacks the scope ${scope}.`)
}

/** Throws forbidden if a user has been limited to their own objects since a response began. */
export function requireSameReach(
  began: { ownOnly?: boolean | undefined },
  { ownOnly }: Team,
): void {
  if (!ownOnly || began.ownOnly) return
  const detail = 'You are now limited to your own links. Send the request again.'
  throw new Problem('forbidden', 'insufficient_scope', detail)
}

/** CSRF protection: a page of another origin cannot change anything. Throws forbidden. */
export function requireOwnOrigin(request: { method: string; headers: IncomingHttpHeaders }): void {
  if (READS.includes(request.method) || isOwnOrigin(request.headers)) return
  throw foreignOrigin()
}

/** The origin of the page that sent the request, one of this instance. Throws forbidden. */
export function ownOriginOf({ headers }: { headers: IncomingHttpHeaders }): string {
  if (headers.origin !== undefined && isOwnOrigin(headers)) return headers.origin
  throw foreignOrigin()
}

const foreignOrigin = () => {
  const detail = 'This request needs the header Origin of a page of this instance.'
  return new Problem('forbidden', 'foreign_origin', detail)
}

export const isOver = ({ expiresAt }: Verified, nowMs: number): boolean =>
  !!expiresAt && expiresAt.getTime() <= nowMs

export const expiredKey = () =>
  new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')

export const invalidOf = (kind: Credential['kind']): Problem =>
  kind === 'key'
    ? new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')
    : new Problem('unauthenticated', 'invalid_session', 'This session has ended. Sign in again.')
