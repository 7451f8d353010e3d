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
}

/** A credential that catalog has verified. */
export interface Verified {
  kind: Credential['kind']
  id: number
  userId: number
  /** The name of an API key. */
  name?: string
  /** The teams that it has access to, the default one first. */
  teams: readonly Team[]
  expiresAt?: Date | undefined
}

const NO_TEAM: Team = { orgId: 0, scopes: [] }
const READS = ['GET', 'HEAD', 'OPTIONS']

/** The team that the header x-organization-id names; by default the first. Throws forbidden. */
export function teamOf({ teams }: Verified, headers: IncomingHttpHeaders): Team {
  const wanted = headers['x-organization-id']
  if (wanted === undefined) return teams[0] ?? NO_TEAM
  const team = teams.find(({ orgId }) => String(orgId) === wanted)
  if (team) return team
  const detail = 'This API key or session has no access to the organization in x-organization-id.'
  throw new Problem('forbidden', 'not_a_member', detail)
}

/** Throws forbidden without the scope of the route. */
export function requireScope(
  { kind }: Verified,
  { orgId, scopes }: Team,
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

/** CSRF protection: a page of another origin cannot change anything. Throws forbidden. */
export function requireOwnOrigin(request: { method: string; headers: IncomingHttpHeaders }): void {
  if (READS.includes(request.method) || isOwnOrigin(request.headers)) return
  const detail = 'A change by session needs the header Origin of a page of this instance.'
  throw new Problem('forbidden', 'foreign_origin', detail)
}

export const isOver = ({ expiresAt }: Verified, nowMs: number): boolean =>
  !!expiresAt && expiresAt.getTime() <= nowMs

export const expiredKey = () =>
  new Problem('unauthenticated', 'expired_api_key', 'This API key has expired.')

export const invalidOf = (kind: Credential['kind']): Problem =>
  kind === 'key'
    ? new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')
    : new Problem('unauthenticated', 'invalid_session', 'This session has ended. Sign in again.')
