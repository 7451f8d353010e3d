import { canonicalAddress } from '@fingerpost/kit/net/ip'

/**
 * Normalizes a visitor's URL for the router, redirect and bio: an invalid escape becomes an escaped
 * percent sign, a second leading slash is part of the slug, and a leading `%40` is `@`. API paths
 * are not normalized.
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
 * A visitor's URL in the form that the proxy accepts. Its library rejects `..` next to a slash, but
 * slugs may begin or end with `..`, so that slash is removed. `..` alone is still rejected.
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

/** The decoded text; as it is if it is not percent-encoded UTF-8. */
export const decodePath = (path: string): string =>
  isEncoded(path) ? decodeURIComponent(path) : path

/**
 * The URL of a request on a team's own domain, where the paths of the instance do not exist: an
 * escaped slash turns each of them into a path that redirect answers as an unknown short link.
 */
export function foreignUrl(url: string): string {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const [, own, rest] =
    /^\/(api|app|docs|favicon|healthz|readyz|yourls-api\.php)(\/.*)?$/s.exec(decodePath(path)) ?? []
  if (own === undefined) return url
  return `/${own}${encodeURIComponent(rest ?? '/')}${url.slice(path.length)}`
}

/** Whether a request is a health check that addresses the process by its IP address. */
export const isProbe = (host: string, url: string): boolean =>
  /^\/(healthz|readyz)\/?(\?|$)/.test(url) &&
  canonicalAddress(host.replace(/^\[|\]$/g, '')) !== undefined

/** Whether to answer with an HTML page: for all clients except those that request JSON. */
export function readsPages(accept: string | undefined, url: string): boolean {
  if (/^\/@[^?]*\.json(?:\?|$)/.test(url)) return false
  return accept === undefined || !accept.includes('json') || accept.includes('html')
}
