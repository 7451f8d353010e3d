import { parse } from 'tldts'
import { fallbackOf } from './url.ts'

/** The error in a host name. */
export interface HostFault {
  code: 'invalid_host'
  detail: string
}

const fault = (detail: string): HostFault => ({ code: 'invalid_host', detail })

/** Canonical form of a host name: lower case, punycode, no trailing dot; empty if invalid. */
export function canonicalHost(text: string): string {
  const name = text.trim().replace(/\.$/, '')
  // The URL parser would treat these as delimiters of other parts.
  if (/[/\\?#@:%[\]\s]/.test(name)) return ''
  return URL.parse(`http://${name}/`)?.hostname ?? ''
}

/**
 * Checks that a text is a host name that one owner can register: no address, scheme, port or path,
 * and more than a public suffix (`com`, `co.uk`). With `local`, names of one label are valid, too,
 * as in local networks. Returns undefined if it is valid.
 */
export function checkHost(text: string, { local = false } = {}): HostFault | undefined {
  if (/:\/\/|[/\\?#@:]/.test(text)) {
    return fault('must be a host name alone, without scheme, port or path')
  }
  const name = canonicalHost(text)
  if (/^\d+(\.\d+){3}$/.test(name)) return fault('must be a name, not an address')
  // RFC 1035 §2.3.4, RFC 1123 §2.1
  const labels = name
    .split('.')
    .every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (!labels || name.length > 253) return fault('is not a valid host name')
  if (name.startsWith('www.')) return fault('must be without www., with which it answers as well')
  if (local && !name.includes('.')) return undefined
  return parse(name, { allowPrivateDomains: true }).domain === null
    ? fault('must be a name below a public suffix, such as links.example.com')
    : undefined
}

const isWebPort = (port: number) => port === 80 || port === 443

/**
 * The host of a destination, or of the fallback of an app, in the form of a domain name, if its port
 * is that of the short URLs.
 * Ports 80 and 443 are equivalent, because servers on one redirect visitors of the other.
 */
export function hostAt(url: string, short: { scheme: string; port: number }): string | undefined {
  const parsed = URL.parse((/^https?:/i.test(url) ? undefined : fallbackOf(url)) ?? url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const usual = (scheme: string) => (scheme.startsWith('https') ? 443 : 80)
  const port = Number(parsed.port) || usual(parsed.protocol)
  const own = short.port || usual(short.scheme)
  if (port !== own && !(isWebPort(port) && isWebPort(own))) return undefined
  return parsed.hostname.replace(/\.$/, '').replace(/^www\./, '')
}
