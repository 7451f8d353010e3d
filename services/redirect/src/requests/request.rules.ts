/** The longest path that can be a slug: 255 characters of four bytes each, percent-encoded. */
const PATH_LENGTH = 3_100

const HOST =
  /^([a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)\.?(?::(\d{1,5}))?$/

/**
 * The domain in a `Host` header: lower case, without port, trailing dot and one leading `www.`;
 * undefined if it is not a host name.
 */
export function domainName(host: string): string | undefined {
  const [, name, port] = HOST.exec(host.toLowerCase()) ?? []
  if (name === undefined || name.length > 253 || Number(port ?? 0) > 65_535) return undefined
  return name.startsWith('www.') ? name.slice(4) : name
}

export interface Target {
  /**
   * Percent-decoded once, NFC, without the leading and one trailing `/`; empty for the root. Left
   * as sent if it cannot be decoded: no slug contains a `%`.
   */
  path: string
  /** As sent, without `?`. */
  query: string
}

/** Path and query of a request target; an HTTP status if it is invalid. */
export function readTarget(url: string): Target | 400 | 414 {
  if (!url.startsWith('/')) return 400
  const hash = url.indexOf('#')
  const whole = hash === -1 ? url : url.slice(0, hash)
  const mark = whole.indexOf('?')
  const raw = mark === -1 ? whole.slice(1) : whole.slice(1, mark)
  const query = mark === -1 ? '' : whole.slice(mark + 1)
  if (raw.length > PATH_LENGTH) return 414
  return { path: decodePath(raw), query }
}

const PLAIN = /^[A-Za-z0-9_~.-]*$/

function decodePath(raw: string): string {
  const path = raw.endsWith('/') ? raw.slice(0, -1) : raw
  if (PLAIN.test(path)) return path
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

const SLUG_LENGTH = 255
// All ASCII except letters, digits and - . _ ~; link decides which other characters are valid.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const NEVER_IN_SLUG = /[\x00-,/:-@[-^`{-}\x7f-\x9f\s]/

/** Whether a path can be a slug at all; other paths are not looked up. */
export const isSlug = (path: string): boolean =>
  path.length <= SLUG_LENGTH * 2 &&
  !NEVER_IN_SLUG.test(path) &&
  (path.length <= SLUG_LENGTH || [...path].length <= SLUG_LENGTH)

/** Our own parameter in a visitor's query: how the visitor reached the link. */
const VIA = /(?:^|&)_via=(qr|preview)(?=&|$)/

/** Removes `_via=qr` and `_via=preview` from a visitor's query. */
export function readTrigger(query: string): { trigger: 'link' | 'qr' | 'preview'; query: string } {
  const via = query.includes('_via=') ? VIA.exec(query) : null
  if (!via) return { trigger: 'link', query }
  const rest = query.replace(VIA, '').replace(/^&/, '')
  return { trigger: via[1] as 'qr' | 'preview', query: rest }
}
