import { Agent } from 'undici'
import { checkTarget, guardedConnector, Refusal, reachOf } from './guarded-connect.ts'

export { Refusal } from './guarded-connect.ts'

/** What the sites that are asked see of us. */
export const USER_AGENT = 'Fingerpost/1.0 (bot; reads linked pages, delivers webhooks)'

const TOTAL_MS = 5_000
const REDIRECTS = 3
const REDIRECTED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The settings of `fetchEnv`. */
export interface FetchSettings {
  FETCH_ALLOW_PRIVATE: boolean
  FETCH_BLOCKED_PORTS: readonly string[]
}

export interface GuardedRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Of the answer's body, at most so many bytes are read; 64 KiB unless told. */
  maxBytes?: number
  /** How many redirects are followed; 3 unless told. With 0 a redirect is an answer like any other. */
  redirects?: number
  /** For names, redirects and body together; 5,000 unless told. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface GuardedResponse {
  status: number
  /** One value per name, in lower case; the first where there were several. */
  headers: Record<string, string>
  /** The body as it comes, ending without an error after `maxBytes`. */
  body: AsyncIterable<Uint8Array>
  /** Where it came from, after redirects. */
  url: URL
}

/**
 * Requests to addresses that strangers chose. Only http and https, only public addresses on ports 80
 * and 443, never with credentials, checked again at each redirect. FETCH_ALLOW_PRIVATE lifts the limits on
 * addresses and ports, but for FETCH_BLOCKED_PORTS. `reach` replaces the rules and the resolver, for tests.
 */
export function createGuardedFetch(
  settings: FetchSettings,
  reach = reachOf(settings.FETCH_ALLOW_PRIVATE, settings.FETCH_BLOCKED_PORTS.map(Number)),
) {
  async function send(agent: Agent, url: URL, request: GuardedRequest, signal: AbortSignal) {
    checkTarget(url, reach)
    const { method = 'GET', headers = {}, body = null } = request
    return agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      // Bytes as they are: what is not compressed cannot grow.
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
      body,
      signal,
    })
  }

  return {
    /** Throws a Refusal when a request to this URL would not be tried. Names are not resolved. */
    check: (url: URL) => checkTarget(url, reach),

    /**
     * Makes a request and hands the answer to `read`; when that is done, whatever is left of it is
     * dropped. Throws a Refusal, or what went wrong on the way.
     */
    async fetch<T>(
      target: string | URL,
      request: GuardedRequest,
      read: (response: GuardedResponse) => Promise<T>,
    ): Promise<T> {
      const done = new AbortController()
      const deadline = AbortSignal.timeout(request.timeoutMs ?? TOTAL_MS)
      const signals = [done.signal, deadline, ...(request.signal ? [request.signal] : [])]
      const signal = AbortSignal.any(signals)
      const agent = new Agent({
        connect: guardedConnector(reach, signal),
        pipelining: 0, // a connection for each request
        headersTimeout: 0, // the deadline of the whole is shorter
        bodyTimeout: 0,
        allowH2: false,
      })
      try {
        let url = new URL(target)
        const { redirects = REDIRECTS } = request
        for (let followed = 0; ; followed++) {
          const { statusCode, headers, body } = await send(agent, url, request, signal)
          body.on('error', () => {}) // of what is dropped
          const { location } = plain(headers)
          if (!REDIRECTED.has(statusCode) || !location || redirects === 0) {
            const response = { status: statusCode, headers: plain(headers), url }
            return await read({ ...response, body: limit(body, request.maxBytes ?? 65_536) })
          }
          if (followed === redirects) throw new Refusal('too_many_redirects')
          url = new URL(location, url)
        }
      } finally {
        done.abort()
        void agent.destroy()
      }
    },
  }
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>

const plain = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? '']),
  )

async function* limit(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let left = maxBytes
  for await (const chunk of body) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
