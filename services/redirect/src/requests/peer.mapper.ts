import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { canonicalAddress, clientAddress, matchNetworks } from '@fingerpost/kit/net/ip'
import {
  createGatewayCheck,
  DRY_RUN_HEADER,
  GATEWAY_HEADER,
} from '@fingerpost/kit/visitor/gateway-token'

/** The visitor behind a request, and the host it asks for. */
export interface Peer {
  /** Empty when unknown. */
  ip: string
  /** As sent by the client; not validated. */
  host: string
  /** Whether the visitor's connection is encrypted. */
  secure: boolean
  /** Set by the gateway to ask for the answer at this time (dry run). */
  dryRunMs?: number
  /** The country the gateway asks for in a dry run; overrides the address. */
  country?: string
}

/** Parses a dry-run header: a time in milliseconds and, after a space, an optional country. */
function dryRun(asked: string | undefined) {
  if (!asked) return {}
  const [ms, country] = asked.split(' ')
  return { dryRunMs: Number(ms), ...(country && { country }) }
}

const first = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

/**
 * Reads the visitor from a request: from the gateway's headers if they carry a valid gateway token,
 * else from the socket, and from `X-Forwarded-For` if the socket belongs to a trusted proxy.
 */
export function createPeerReader(env: {
  GRPC_SHARED_SECRET: string
  TRUSTED_PROXIES: readonly string[]
}): (request: IncomingMessage) => Peer {
  const isGateway = createGatewayCheck(env.GRPC_SHARED_SECRET)
  const trusted = matchNetworks(env.TRUSTED_PROXIES)
  /** Cached per connection: parsing an address and matching its network costs microseconds. */
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
