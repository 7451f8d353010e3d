import { parse } from 'tldts'

/** What is wrong with a host name. */
export interface HostFault {
  code: 'invalid_host'
  detail: string
}

const fault = (detail: string): HostFault => ({ code: 'invalid_host', detail })

/** A host name as it is compared: lower case, punycode, no trailing dot; empty for what is none. */
export function canonicalHost(text: string): string {
  const name = text.trim().replace(/\.$/, '')
  // The URL parser would take these for something that stands beside a host.
  if (/[/\\?#@:%[\]\s]/.test(name)) return ''
  return URL.parse(`http://${name}/`)?.hostname ?? ''
}

/**
 * Whether a text names a host that one owner can have: a name and not an address, nothing around it,
 * and longer than the public suffix (`com`, `co.uk`) below which everybody registers. With `local`
 * also a name of one label, as hosts of a local net have. Undefined when it does.
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
 * The host of a destination as domains are named, when its port is that of the short urls. Where that
 * is a port of the web, so is the other: who serves one sends visitors of the other there.
 */
export function hostAt(url: string, short: { scheme: string; port: number }): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const usual = (scheme: string) => (scheme.startsWith('https') ? 443 : 80)
  const port = Number(parsed.port) || usual(parsed.protocol)
  const own = short.port || usual(short.scheme)
  if (port !== own && !(isWebPort(port) && isWebPort(own))) return undefined
  return parsed.hostname.replace(/\.$/, '').replace(/^www\./, '')
}
