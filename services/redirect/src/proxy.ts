import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createGatewayCheck, DRY_RUN_HEADER, GATEWAY_HEADER } from '@fingerpost/kit/gateway-token'
import { canonicalAddress, clientAddress, matchNetworks } from '@fingerpost/kit/ip'

/** Who asks, and for which host. */
export interface Peer {
  /** Empty when nobody knows. */
  ip: string
  /** As it was sent; not checked. */
  host: string
  /** The visitor's own connection is encrypted. */
  secure: boolean
  /** The gateway asks what would be answered at this time. */
  dryRunMs?: number
  /** The country that the gateway imagines, whatever the address says. */
  country?: string
}

/** A time in milliseconds and, after a space, a country. */
function dryRun(asked: string | undefined) {
  if (!asked) return {}
  const [ms, country] = asked.split(' ')
  return { dryRunMs: Number(ms), ...(country && { country }) }
}

const first = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

/**
 * Reads the visitor off a request: from the gateway's headers when its token shows that they are
 * its own, else from the socket and, where a trusted proxy holds that, from `X-Forwarded-For`.
 */
export function createPeerReader(env: {
  GRPC_SHARED_SECRET: string
  TRUSTED_PROXIES: readonly string[]
}): (request: IncomingMessage) => Peer {
  const isGateway = createGatewayCheck(env.GRPC_SHARED_SECRET)
  const trusted = matchNetworks(env.TRUSTED_PROXIES)
  /** Reading an address and finding its network costs microseconds, and connections stay. */
  const ends = new WeakMap<Socket, { address: string; isProxy: boolean }>()

  function endOf(socket: Socket): { address: string; isProxy: boolean } {
    const known = ends.get(socket)
    if (known) return known
    const address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    const end = { address, isProxy: trusted(address) }
    ends.set(socket, end)
    return end
  }

  return ({ headers, socket }) => {
    const host = headers.host ?? ''
    const forwardedFor = first(headers['x-forwarded-for'])
    const isHttps = headers['x-forwarded-proto'] === 'https'
    if (isGateway(first(headers[GATEWAY_HEADER]))) {
      return {
        ip: canonicalAddress(forwardedFor?.trim() ?? '') ?? '',
        host: first(headers['x-forwarded-host']) ?? host,
        secure: isHttps,
        ...dryRun(first(headers[DRY_RUN_HEADER])),
      }
    }
    const { address, isProxy } = endOf(socket)
    if (!isProxy) return { ip: address, host, secure: false }
    const ip = forwardedFor ? clientAddress(address, forwardedFor, trusted) : address
    return { ip, host, secure: isHttps }
  }
}
