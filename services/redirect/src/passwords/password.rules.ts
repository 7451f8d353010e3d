/** Lifetime of the cookie of an unlocked link. */
export const UNLOCKED_SECONDS = 3_600

/** Maximum size of a form; a password has at most 256 characters. */
export const FORM_BYTES = 4_096
const PASSWORD_LENGTH = 256

/** A password in the form that is hashed (NFKC); undefined if it is empty or too long. */
export function normalPassword(text: string | null | undefined): string | undefined {
  const password = text?.normalize('NFKC')
  return password && password.length <= PASSWORD_LENGTH ? password : undefined
}

/** The password of a posted form. */
export const formPassword = (body: string): string | undefined =>
  normalPassword(new URLSearchParams(body).get('password'))

export const cookieName = (linkId: number) => `fp_${linkId}`

/** The value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** A cookie for this link only, hidden from scripts and not sent with forms of other sites. */
export function cookieHeader(linkId: number, value: string, path: string, secure: boolean): string {
  const attributes = `Max-Age=${UNLOCKED_SECONDS}; Path=${path}; HttpOnly; SameSite=Lax`
  return `${cookieName(linkId)}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}

/**
 * CSRF check: whether a form was sent from our own page, according to the browser's headers. Other
 * clients send no such headers and hold no cookies that another site could abuse.
 */
export function isOwnForm(
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined },
  host: string,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (headers.origin === undefined) return true
  if (headers.origin === 'null') return site !== undefined
  return URL.parse(headers.origin)?.host === host.toLowerCase()
}
