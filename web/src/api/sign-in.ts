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

const MARK = '#signin='
/** The token and the API key of a sign-in link, until its question is answered or the tab is closed. */
const OFFER = 'fingerpost-offer'
const heldOffer = () => sessionStorage.getItem(OFFER)?.split(' ') ?? []

/**
 * The one-time token in the URL, or that of a question that was not answered before a reload. It is
 * removed from the URL, and thereby from the history, before anything else; as a fragment, it is
 * never sent in a request.
 */
export function takeToken(): string | undefined {
  if (!location.hash.startsWith(MARK)) return heldOffer()[0]
  const token = location.hash.slice(MARK.length)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

const running = new Map<string, Promise<string>>()

/** Exchanges a one-time token for its API key; works in one tab. Throws a ProblemError. */
export function redeem(token: string): Promise<string> {
  const [held, key] = heldOffer()
  if (held === token && key) return Promise.resolve(key)
  const asked = running.get(token) ?? ask(token)
  running.set(token, asked)
  return asked
}

async function ask(token: string): Promise<string> {
  const { api_key } = await read<{ api_key: string }>(exchange(token))
  sessionStorage.setItem(OFFER, `${token} ${api_key}`)
  return api_key
}

/** Forgets the sign-in link of this tab. */
export const refuseOffer = (): void => sessionStorage.removeItem(OFFER)

async function exchange(token: string) {
  const response = await fetch('/app/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const body = await response.json()
  return response.ok ? { data: body, response } : { error: body, response }
}
