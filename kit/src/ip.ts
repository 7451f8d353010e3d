import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An address as it is stored and looked up: IPv4 also when it came mapped into IPv6, IPv6 in its
 * short form. Undefined for what is not exactly one address (ports, zones, octal spellings, blanks).
 */
export function canonicalAddress(text: string): string | undefined {
  const version = isIP(text)
  if (version === 4) return text // has one spelling only
  if (version === 0 || text.includes('%')) return undefined
  return ipaddr.process(text).toString()
}

/** The network of an address in CIDR notation. */
export function networkOf(address: string, prefixLength: number): string {
  const cidr = `${address}/${prefixLength}`
  const network =
    isIP(address) === 4
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${network}/${prefixLength}`
}

export type AddressMatch = (address: string) => boolean

/** Whether an address is inside one of the networks. Throws for what is not CIDR or an address. */
export function matchNetworks(networks: readonly string[]): AddressMatch {
  const ranges = networks.map((network) =>
    network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.parse(network), isIP(network) === 4 ? 32 : 128] as ReturnType<
          typeof ipaddr.parseCIDR
        >),
  )
  return (address) => {
    if (ranges.length === 0 || isIP(address) === 0) return false
    const parsed = ipaddr.process(address)
    return ranges.some(
      ([network, bits]) =>
        network.kind() === parsed.kind() && parsed.match([network, bits] as never),
    )
  }
}

/** An address without its port (`192.0.2.1:4711`, `[2001:db8::1]:443`), as some proxies forward it. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop

/**
 * Who is asking: the socket's own address, unless a trusted proxy holds the socket; then the first
 * address of `X-Forwarded-For`, read from the right, that is not itself a trusted proxy. What is
 * not an address ends the walk. Empty when nothing is known.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressMatch,
): string {
  let client = canonicalAddress(socketAddress ?? '') ?? ''
  if (!forwardedFor || !trusted(client)) return client
  for (const hop of forwardedFor.slice(-2_000).split(',').reverse()) {
    const address = canonicalAddress(withoutPort(hop.trim()))
    if (address === undefined) break
    client = address
    if (!trusted(address)) break
  }
  return client
}

/** How much of a visitor's address is kept once it was located. */
export type KeptAddress = 'full' | 'truncated' | 'none'

/** An address as it is kept: whole, the network it is in (/24, /48), or not. Empty for what is none. */
export function keptAddress(ip: string, keep: KeptAddress): string {
  const address = keep === 'none' ? undefined : canonicalAddress(ip)
  if (address === undefined) return ''
  if (keep === 'full') return address
  return networkOf(address, address.includes(':') ? 48 : 24).replace(/\/\d+$/, '')
}
