import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public-looking addresses of cloud metadata services: Azure's wire server. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])
/** IPv6 global unicast (RFC 4291 §2.4); all other ranges are special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: not loopback, private or cloud metadata, and not
 * one that embeds another address (mapped, NAT64, 6to4, Teredo). False if it is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4'
    ? !METADATA.has(parsed.toString())
    : (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

/** Names that always refer to this machine or its network (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Whether a URL's host can be public: a public address, or a name that is not reserved as local.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host.toLowerCase())
}
