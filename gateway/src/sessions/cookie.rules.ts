import type { IncomingHttpHeaders } from 'node:http'

/** Lifetime of a cookie; catalog ends the session earlier if it is not used. */
const SESSION_SECONDS = 90 * 86_400
/** Lifetime of the mark of a browser in which a person has signed in. */
const KNOWN_SECONDS = 365 * 86_400

/** How long a person may take to sign in at the identity provider. */
export const SSO_SECONDS = 600

const SESSION = 'fingerpost'
const KNOWN = 'fingerpost-known'
const SSO = 'fingerpost-sso'

type Headers = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'cookie'>

/** The token of the session in a request. */
export const sessionOf = (headers: Headers): string | undefined => read(headers, SESSION)

/** The mark of the account that last signed in in this browser. */
export const knownMarkOf = (headers: Headers): string | undefined => read(headers, KNOWN)

/** The token of the single sign-on that this browser has started. */
export const ssoTokenOf = (headers: Headers): string | undefined => read(headers, SSO)

/** The cookie that ties a single sign-on to the browser that starts it. */
export const ssoCookie = (headers: Headers, token: string): string =>
  cookie(headers, SSO, token, SSO_SECONDS)

/** The cookie that removes a single sign-on from the browser. */
export const endedSsoCookie = (headers: Headers): string => cookie(headers, SSO, '', 0)

/** The cookies of a new session: its token, and a mark of the browser. */
export const sessionCookies = (headers: Headers, token: string, mark: string): string[] => [
  cookie(headers, SESSION, token, SESSION_SECONDS),
  cookie(headers, KNOWN, mark, KNOWN_SECONDS),
]

/** The cookie that removes the session from the browser. */
export const endedCookie = (headers: Headers): string => cookie(headers, SESSION, '', 0)

/**
 * CSRF check: whether the request comes from a page of this instance. With a cookie that browsers
 * send over TLS only, the page must have been loaded over TLS, too.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = URL.parse(headers.origin ?? '')
  if (!origin || origin.host !== headers.host?.toLowerCase()) return false
  return origin.protocol === 'https:' || isLocal(headers.host)
}

function read(headers: Headers, name: string): string | undefined {
  if (!headers.cookie) return undefined
  const cookies = new Map(
    headers.cookie.split(';').map((part) => {
      const [key = '', value = ''] = part.trim().split('=', 2)
      return [key, value]
    }),
  )
  const plain = isLocal(headers.host) ? cookies.get(name) : undefined
  return cookies.get(`__Host-${name}`) || plain || undefined
}

/** Browsers accept the prefix and `Secure` over TLS only; without TLS, sessions work locally. */
function cookie(headers: Headers, name: string, value: string, seconds: number): string {
  const secure = !isLocal(headers.host) || headers.origin?.startsWith('https:')
  const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`
  return secure
    ? `__Host-${name}=${value}; ${attributes}; Secure`
    : `${name}=${value}; ${attributes}`
}

const isLocal = (host: string | undefined): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(
    URL.parse(`http://${host ?? ''}`)?.hostname ?? '',
  )
