import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@fingerpost/kit/http/problem'
import { isToken } from '@fingerpost/kit/secrets/token'
import { SESSION_PREFIX } from '@fingerpost/protos/people'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import type { Clients } from '../clients.ts'
import { sessionOf } from './cookie.rules.ts'
import { type Credential, invalidOf, keyOf, type Verified } from './credential.rules.ts'

type Verify = (sha256: Buffer, call: { requestId: string; timeoutMs?: number }) => Promise<Verified>

/** Verifies each kind of credential with catalog. All throw unauthenticated for an invalid one. */
export const verifiers = ({
  keys,
  sessions,
}: Pick<Clients, 'keys'> & Partial<Pick<Clients, 'sessions'>>): Record<
  Credential['kind'],
  Verify
> => ({
  async key(sha256, call) {
    const key = await keys.verifyApiKey({ sha256 }, call)
    const teams = [toTeam(key)]
    const { id, name, user_id, expires_at } = key
    return { kind: 'key', id, name, userId: user_id, teams, expiresAt: expires_at }
  },
  async session(sha256, call) {
    if (!sessions) throw new Error('Sessions are not accepted here.')
    const { id, user_id, name, teams } = await sessions.verifySession({ sha256 }, call)
    return {
      kind: 'session',
      id,
      ...(name && { name }),
      userId: user_id,
      teams: teams.map(toTeam),
    }
  },
})

interface Granted {
  org_id: number
  scopes: readonly string[]
  own_links_only: boolean
}

const toTeam = ({ org_id, scopes, own_links_only }: Granted) => ({
  orgId: org_id,
  scopes,
  ...(own_links_only && { ownOnly: true }),
})

/** The credential of a request. Throws unauthenticated, and invalid for a key with a session. */
export function credentialOf(headers: IncomingHttpHeaders, sessions: boolean): Credential {
  const key = keyOf(headers)
  const session = sessions ? sessionOf(headers) : undefined
  if (key !== undefined) {
    if (session !== undefined) {
      const detail = 'Send either an API key or the cookie of a session, not both.'
      throw new Problem('invalid', 'two_credentials', detail)
    }
    if (typeof key !== 'string' || !isToken(KEY_PREFIX, key)) throw invalidOf('key')
    return { kind: 'key', token: key }
  }
  if (session === undefined) {
    const detail = sessions
      ? 'Sign in, or send an API key in the header x-api-key.'
      : 'Send your API key in the header x-api-key.'
    throw new Problem('unauthenticated', 'missing_api_key', detail)
  }
  if (!isToken(SESSION_PREFIX, session)) throw invalidOf('session')
  return { kind: 'session', token: session }
}
