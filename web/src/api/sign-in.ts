import { api, apiOfBrowser } from './client.ts'
import { type Me, signedOut } from './me.ts'
import { read } from './problem.ts'
import { beginOwn, forget, sessionKey } from './session.ts'

/** Signs in by password. The session is in a cookie that scripts cannot read. */
export async function signIn(body: { email: string; password: string }): Promise<Me> {
  const me = await read(apiOfBrowser().POST('/session', { body }))
  beginOwn()
  return me
}

/** Ends the session: that of the person, or the API key of this tab. `next` is what is shown then. */
export async function signOut(next?: string): Promise<void> {
  if (sessionKey() === null) await read(api().DELETE('/session')).catch(signedOut)
  leave(undefined, next)
}

/** After a session has ended. The next person who signs in in this tab begins with their own team. */
export function leave(why?: string, next = '/app/'): void {
  forget(why)
  history.replaceState(null, '', next)
}

/** The state of the history for the first person of a team, who names it. It outlives a reload. */
export const FIRST_PERSON = 'first-person'

const MARK = '#signin='

/**
 * The one-time token in the URL, if there is one. It is removed from the URL, and thereby from the
 * history, before anything else; as a fragment, it is never sent in a request.
 */
export function takeToken(): string | undefined {
  if (!location.hash.startsWith(MARK)) return undefined
  const token = location.hash.slice(MARK.length)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** Calls back with a one-time token that is pasted into this tab: then only the hash of the URL changes. */
export function onToken(taken: (token: string) => void): () => void {
  const take = () => {
    const token = takeToken()
    if (token !== undefined) taken(token)
  }
  addEventListener('hashchange', take)
  return () => removeEventListener('hashchange', take)
}

const running = new Map<string, Promise<string>>()

/** Exchanges a one-time token for its API key; works once. Throws a ProblemError. */
export function redeem(token: string): Promise<string> {
  const asked = running.get(token) ?? ask(token)
  running.set(token, asked)
  return asked
}

/** Forgets the API keys of sign-in links, which would sign in again without another link. */
export const forgetRedeemed = (): void => running.clear()

async function ask(token: string): Promise<string> {
  const { api_key } = await read<{ api_key: string }>(exchange(token))
  return api_key
}

async function exchange(token: string) {
  const response = await fetch('/app/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const body = await response.json()
  return response.ok ? { data: body, response } : { error: body, response }
}
