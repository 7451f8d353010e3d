import type { Schemas } from '@fingerpost/client'
import { useQuery } from '@tanstack/react-query'
import { apiOfBrowser } from './client.ts'
import { useOrganization } from './organization.ts'
import { ProblemError, read } from './problem.ts'
import { useSessionKey } from './session.ts'
import { teamInAddress } from './team.ts'

export type Me = Schemas['Me']
export type Membership = Me['organizations'][number]
export type Scope = Membership['scopes'][number]

export const ME = ['me']
const FRESH_MS = 30_000

/** The person of the session in this browser; null without one. Not asked for in a tab with a key. */
export function useMe() {
  const key = useSessionKey()
  return useQuery({
    queryKey: ME,
    queryFn: ({ signal }) => read(apiOfBrowser().GET('/me', { signal })).catch(signedOut),
    staleTime: FRESH_MS,
    enabled: key === null,
  })
}

/** The person who is signed in; undefined with an API key. */
export function usePerson(): Me | undefined {
  const { data } = useMe()
  return useSessionKey() === null ? (data ?? undefined) : undefined
}

/** The membership in the team that this tab shows; undefined with an API key. */
export function useMembership(): Membership | undefined {
  const team = teamInAddress()
  return usePerson()?.organizations.find(({ id }) => id === team)
}

/** The time zone of the team, or else of the person, or else of the browser, and whose it is. */
export function useOwnZone(): { zone: string; owner: 'team' | 'person' | 'browser' } {
  const { data: team } = useOrganization()
  const membership = useMembership()
  const person = usePerson()
  const ofTeam = (team ?? membership)?.time_zone
  if (ofTeam) return { zone: ofTeam, owner: 'team' }
  if (person) return { zone: person.time_zone, owner: 'person' }
  return { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, owner: 'browser' }
}

export const useTimeZone = (): string => useOwnZone().zone

/**
 * Whether the session may do what needs this scope, so that the rest is not offered. With an API
 * key, whose scopes the dashboard does not know, everything is offered, and the API decides.
 */
export function useCan(): (scope: Scope) => boolean {
  const membership = useMembership()
  return (scope) => membership === undefined || membership.scopes.includes(scope)
}

/** For the response without a session. Throws every other error again. */
export function signedOut(error: unknown): null {
  if (error instanceof ProblemError && error.problem.status === 401) return null
  throw error
}
