/** The address of a page, or of a link on it. */
export interface PageAddress {
  slug: string
  json: boolean
  linkId?: number
}

/**
 * Parses `/@slug`, `/@slug.json` and `/@slug?_link=1` from a request target; undefined for anything
 * else.
 */
export function parseTarget(target: string): PageAddress | undefined {
  const match = /^\/@([\p{L}\p{M}\p{N}._~-]{1,255}?)(\.json)?\/?$/u.exec(decode(target))
  if (!match?.[1]) return undefined
  const address = { slug: match[1].normalize('NFC'), json: match[2] !== undefined }
  const linkId = Number(/[?&]_link=(\d{1,15})(?:&|$)/.exec(target)?.[1])
  return linkId && !address.json ? { ...address, linkId } : address
}

/** The target that `parseTarget` reads as the link on the page. */
export const linkTarget = (slug: string, linkId: number): string =>
  `/@${encodeURIComponent(slug)}?_link=${linkId}`

/** The path of a request target, decoded once; empty if it is malformed. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '')
  } catch {
    return ''
  }
}

/** Whether `If-None-Match` contains this ETag (RFC 9110 §13.1.2: weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === etag)
}

/** A request id that is safe to forward; undefined for anything else. */
export const safeRequestId = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w.:+/=@-]{1,128}$/.test(given) ? given : undefined
