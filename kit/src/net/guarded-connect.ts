import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress, isPublicHost } from './public-address.ts'

/** Resolves a name to all its addresses, in the order in which they are tried. */
export type Resolve = (name: string) => Promise<string[]>

export type RefusalReason =
  | 'scheme_not_allowed'
  | 'credentials_not_allowed'
  | 'port_not_allowed'
  | 'address_not_public'
  | 'too_many_redirects'

/** A request was blocked because its target is not allowed. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason.replaceAll('_', ' '))
    this.reason = reason
  }
}

/** Rules for allowed targets. */
export interface FetchPolicy {
  resolve: Resolve
  isAllowedAddress: (address: string) => boolean
  isAllowedHost: (hostname: string) => boolean
  isAllowedPort: (port: number) => boolean
}

const PORTS: ReadonlySet<number> = new Set([80, 443])

/**
 * The public internet on ports 80 and 443. `allowPrivate` allows all addresses, and all ports
 * except the blocked ones, so that titles are not fetched from stores or admin endpoints (SSRF).
 */
export const policyOf = (
  allowPrivate: boolean,
  blockedPorts: readonly number[] = [],
): FetchPolicy =>
  allowPrivate
    ? {
        resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
        isAllowedAddress: () => true,
        isAllowedHost: () => true,
        isAllowedPort: (port) => !blockedPorts.includes(port),
      }
    : {
        resolve: resolvePublic,
        isAllowedAddress: isPublicAddress,
        isAllowedHost: isPublicHost,
        isAllowedPort: (port) => PORTS.has(port),
      }

/** Queries DNS directly: `lookup` would read local host names and block a thread for seconds. */
async function resolvePublic(name: string): Promise<string[]> {
  const dns = new Resolver({ timeout: 1_500, tries: 2 })
  const [four, six] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((it) => (it.status === 'fulfilled' ? it.value : []))
}

/** Throws a Refusal if the URL alone shows that the target is not allowed. */
export function checkTarget(url: URL, { isAllowedHost, isAllowedPort }: FetchPolicy): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal('scheme_not_allowed')
  if (url.username || url.password) throw new Refusal('credentials_not_allowed')
  if (!isAllowedPort(portOf(url))) throw new Refusal('port_not_allowed')
  if (!isAllowedHost(url.hostname)) throw new Refusal('address_not_public')
}

const portOf = ({ protocol, port }: { protocol: string; port: string }) =>
  Number(port) || (protocol === 'https:' ? 443 : 80)

const ADDRESSES_TRIED = 4
const CONNECT_MS = 3_000

/**
 * Opens connections to allowed addresses only, until `signal` is aborted. Prevents DNS rebinding: a
 * name is resolved once, and the socket connects to the checked address, never to the name. The
 * peer address of the connected socket is checked again.
 */
export function guardedConnector(
  policy: FetchPolicy,
  signal: AbortSignal,
): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, allowH2: false, keepAlive: false })

  const open = (address: string, options: buildConnector.Options) =>
    new Promise<Socket>((resolve, reject) => {
      const { servername: _, host: __, ...rest } = options
      const name = options.hostname.replace(/\.$/, '')
      const named = options.protocol === 'https:' && isIP(name) === 0
      const target = { ...rest, ...(named ? { servername: name } : {}), hostname: address }
      connect(target, (error, socket) => {
        if (error) return reject(error)
        const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
        if (!signal.aborted && policy.isAllowedAddress(peer)) return resolve(socket)
        socket.destroy()
        return reject(new Refusal('address_not_public'))
      })
    })

  async function connectAny(options: buildConnector.Options): Promise<Socket> {
    if (!policy.isAllowedPort(portOf(options))) throw new Refusal('port_not_allowed')
    const { hostname } = options
    const addresses = isIP(hostname) ? [hostname] : await policy.resolve(hostname)
    let failure: unknown = new Refusal('address_not_public')
    for (const address of addresses.filter(policy.isAllowedAddress).slice(0, ADDRESSES_TRIED)) {
      signal.throwIfAborted()
      try {
        return await open(address, options)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  // Undici aborts a request that waits for its connection only once connecting has ended.
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  over.catch(() => {})
  return (options, callback) =>
    void Promise.race([connectAny(options), over]).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
}
