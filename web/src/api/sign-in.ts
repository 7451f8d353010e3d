import { read } from './problem.ts'

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

const running = new Map<string, Promise<string>>()

/** Exchanges a one-time token for its API key; works once. Throws a ProblemError. */
export function redeem(token: string): Promise<string> {
  const asked = running.get(token) ?? ask(token)
  running.set(token, asked)
  return asked
}

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
