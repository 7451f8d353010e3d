/** Which page is asked for. */
export interface PageAddress {
  slug: string
  json: boolean
}

/** `/@slug` and `/@slug.json` out of a request target; undefined for anything else. */
export function parseTarget(target: string): PageAddress | undefined {
  const match = /^\/@([\p{L}\p{M}\p{N}._~-]{1,255}?)(\.json)?\/?$/u.exec(decode(target))
  return match?.[1] ? { slug: match[1].normalize('NFC'), json: match[2] !== undefined } : undefined
}

/** The path of a request target, decoded once; empty when it cannot be. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '')
  } catch {
    return ''
  }
}

/** Whether `If-None-Match` names this entity (RFC 9110 §13.1.2: compared weakly). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === etag)
}

/** A request id that may be handed on; a new one is made for anything else. */
export const safeRequestId = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w.:+/=@-]{1,128}$/.test(given) ? given : undefined
