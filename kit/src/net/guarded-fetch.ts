import { Agent } from 'undici'
import { checkTarget, guardedConnector, policyOf, Refusal } from './guarded-connect.ts'

export { Refusal } from './guarded-connect.ts'

/** The User-Agent of our requests. */
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
  /** Maximum number of bytes read from the response body; 64 KiB by default. */
  maxBytes?: number
  /** Maximum number of redirects; 3 by default. With 0, a redirect is returned as the response. */
  redirects?: number
  /** Deadline for DNS, redirects and body together; 5,000 by default. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface GuardedResponse {
  status: number
  /** The first value of each header; names in lower case. */
  headers: Record<string, string>
  /** The body as a stream that ends without an error after `maxBytes`. */
  body: AsyncIterable<Uint8Array>
  /** The final URL after redirects. */
  url: URL
}

/**
 * Requests to untrusted URLs, protected against SSRF: http(s), public addresses, ports 80 and 443,
 * no credentials, also after redirects. FETCH_ALLOW_PRIVATE allows all addresses, and all ports
 * except FETCH_BLOCKED_PORTS. `policy` replaces rules and resolver, for tests.
 */
export function createGuardedFetch(
  settings: FetchSettings,
  policy = policyOf(settings.FETCH_ALLOW_PRIVATE, settings.FETCH_BLOCKED_PORTS.map(Number)),
) {
  async function send(agent: Agent, url: URL, request: GuardedRequest, signal: AbortSignal) {
    checkTarget(url, policy)
    const { method = 'GET', headers = {}, body = null } = request
    return agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      // No compression, so that a small response cannot expand (decompression bomb).
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
      body,
      signal,
    })
  }

  return {
    /** Throws a Refusal if the URL alone shows that the target is not allowed. Does not use DNS. */
    check: (url: URL) => checkTarget(url, policy),

    /**
     * Sends a request and passes the response to `read`; the rest of the response is discarded
     * afterwards. Throws a Refusal or the network error.
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
        connect: guardedConnector(policy, signal),
        pipelining: 0, // one connection per request
        headersTimeout: 0, // the total deadline is shorter
        bodyTimeout: 0,
        allowH2: false,
      })
      try {
        let url = new URL(target)
        const { redirects = REDIRECTS } = request
        for (let followed = 0; ; followed++) {
          const { statusCode, headers, body } = await send(agent, url, request, signal)
          body.on('error', () => {}) // of a discarded body
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
