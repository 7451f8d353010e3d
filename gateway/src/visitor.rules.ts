import { canonicalAddress } from '@fingerpost/kit/ip'

/**
 * The address of a visitor's request as a router can read it and redirect or bio can answer: an escape that
 * is none is a percent sign, a second slash belongs to what is asked for, and an escaped `@` is one. The
 * API takes no other spelling than its own.
 */
export function visitorUrl(url: string): string {
  if (url.startsWith('/api/')) return url
  if (!url.startsWith('//') && !url.includes('%')) return url
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const plain = path.replace(/^\/\//, '/%2F').replace(/^\/%40/, '/@')
  return (isEncoded(plain) ? plain : plain.replaceAll('%', '%25')) + url.slice(path.length)
}

/**
 * A visitor's URL in the form that the proxy accepts. Its library refuses `..` next to a slash, but slugs may
 * begin or end with `..`, so that slash is removed. `..` alone is still refused as a parent folder.
 */
export const proxyUrl = (url: string): string =>
  url.replace(/^\/(?=(?:\.|%2e){2}[^/?])/i, '').replace(/((?:\.|%2e){2})\/(?=\?|$)/i, '$1')

/** Whether a text is percent-encoded UTF-8. */
export function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * The URL of a request on the domain of a team, where the instance's own paths do not exist: with an escaped
 * slash, each of them becomes a path that only redirect answers, as an unknown short link.
 */
export function foreignUrl(url: string): string {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const [, own, rest] =
    /^\/(api|app|docs|favicon|healthz|readyz)(\/.*)?$/s.exec(decoded(path)) ?? []
  if (own === undefined) return url
  return `/${own}${encodeURIComponent(rest ?? '/')}${url.slice(path.length)}`
}

/** Whether a request is a health check that addresses the process by its IP address. */
export const isProbe = (host: string, url: string): boolean =>
  /^\/(healthz|readyz)\/?(\?|$)/.test(url) &&
  canonicalAddress(host.replace(/^\[|\]$/g, '')) !== undefined

const decoded = (path: string) => (isEncoded(path) ? decodeURIComponent(path) : path)

/** Whether who asks is to be told in a page: everybody but programs that ask for JSON. */
export function readsPages(accept: string | undefined, url: string): boolean {
  if (/^\/@[^?]*\.json(?:\?|$)/.test(url)) return false
  return accept === undefined || !accept.includes('json') || accept.includes('html')
}
