import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Canonical form of an address: IPv4-mapped IPv6 as IPv4, IPv6 in its short form. Undefined if the
 * text is not exactly one address (ports, zones, octal notation, spaces).
 */
export function canonicalAddress(text: string): string | undefined {
  const version = isIP(text)
  if (version === 4) return text // has only one notation
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

/** The network that an address or a network in CIDR notation names; undefined for any other text. */
export function canonicalNetwork(text: string): string | undefined {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  return version === 0 || length > most ? undefined : networkOf(address, length)
}

/** The network of one site, which has its addresses for free: /24 or, for IPv6, /48. Empty without an address. */
export const siteOf = (address: string): string =>
  address && networkOf(address, address.includes(':') ? 48 : 24)

export type AddressMatch = (address: string) => boolean

/** Returns a function that matches an address against networks. Throws for an invalid network. */
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

/** Removes the port (`192.0.2.1:4711`, `[2001:db8::1]:443`), which some proxies forward. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop

/**
 * The address of the client: the address of the socket or, if that is a trusted proxy, the first
 * address in `X-Forwarded-For` from the right that is not a trusted proxy. An invalid address ends
 * the search. Empty if unknown.
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

/** How much of a visitor's address is stored after it was located. */
export const ADDRESS_PRECISIONS = ['full', 'truncated', 'none'] as const
export type AddressPrecision = (typeof ADDRESS_PRECISIONS)[number]

/** The stored part of an address: full, its network (/24 or /48), or none. Empty if invalid. */
export function truncateAddress(ip: string, precision: AddressPrecision): string {
  const address = precision === 'none' ? undefined : canonicalAddress(ip)
  if (address === undefined) return ''
  if (precision === 'full') return address
  return siteOf(address).replace(/\/\d+$/, '')
}
