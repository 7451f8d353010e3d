import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What clouds answer on addresses that look like any other: Azure's wire server. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])
/** Where IPv6 addresses of the world are given out (RFC 4291 §2.4); everything else is special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public internet: not of this machine, of a private net, of a cloud's
 * metadata, and not one that stands for another (mapped, NAT64, 6to4, Teredo). False for what is none.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4'
    ? !METADATA.has(parsed.toString())
    : (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

/** Names that always mean this machine or its own net (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** Whether a host of a URL can be public: an address that is, or a name that is not local by itself. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host.toLowerCase())
}
