import { ANSWER_HEAD_BYTES } from '@fingerpost/kit/http/head'
import { unavailable } from '@fingerpost/kit/http/problem'
import { DRY_RUN_HEADER, GATEWAY_HEADER, gatewayToken } from '@fingerpost/kit/visitor/gateway-token'
import { Agent, request } from 'undici'

/** A simulated visit. */
export interface ImaginedVisit {
  domain: string
  slug: string
  ip: string
  /** Overrides the country of the visitor's address; empty derives it from the address. */
  country: string
  userAgent: string
  /** `Accept-Language`. */
  language: string
  referer: string
  /** Without "?". */
  query: string
  atMs: number
}

/** The response that redirect would give, and the rule that decides it. */
export interface Resolved {
  status: number
  location: string | null
  rule: string
  variant: string | null
  /** Whether the conditions of each rule hold, and what the visitor has. */
  rules: {
    id: number
    matches: boolean
    when: { type: string; holds: boolean; actual: string }[]
  }[]
}

const TIMEOUT_MS = 3_000

/**
 * Simulates a visit by a dry run in redirect itself, so the result is what would really happen.
 * Consumes and counts no click. Throws unavailable when redirect does not answer.
 */
export const createResolver = (target: { REDIRECT_URL: string; GRPC_SHARED_SECRET: string }) => {
  const token = gatewayToken(target.GRPC_SHARED_SECRET)
  const dispatcher = new Agent({ maxHeaderSize: ANSWER_HEAD_BYTES })
  return async (visit: ImaginedVisit): Promise<Resolved> => {
    const url = new URL(`/${encodeURIComponent(visit.slug)}`, target.REDIRECT_URL)
    url.search = visit.query
    const answer = await request(url, {
      dispatcher,
      headers: {
        host: visit.domain,
        'user-agent': visit.userAgent,
        'accept-language': visit.language,
        referer: visit.referer,
        'x-forwarded-for': visit.ip,
        'x-forwarded-host': visit.domain,
        [GATEWAY_HEADER]: token,
        [DRY_RUN_HEADER]: `${visit.atMs} ${visit.country}`.trimEnd(),
      },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw unavailable('A backend service is unavailable. Try again.', error)
    })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return JSON.parse(text) as Resolved
    if (answer.statusCode >= 500) throw unavailable('A backend service is unavailable. Try again.')
    // Any other status: the slug was not looked up, because the domain is not verified.
    return { status: answer.statusCode, location: null, rule: 'domain', variant: null, rules: [] }
  }
}
