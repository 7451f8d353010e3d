import { DRY_RUN_HEADER, GATEWAY_HEADER, gatewayToken } from '@fingerpost/kit/gateway-token'
import { unavailable } from '@fingerpost/kit/problem'
import { request } from 'undici'

/** A visitor that is only imagined. */
export interface ImaginedVisit {
  domain: string
  slug: string
  ip: string
  /** Of the visitor, whatever the address says; empty when the address decides. */
  country: string
  userAgent: string
  /** Without "?". */
  query: string
  atMs: number
}

/** What redirect would answer, and by which rule. */
export interface Resolved {
  status: number
  location: string | null
  rule: string
  variant: string | null
}

const TIMEOUT_MS = 3_000

/**
 * Asks redirect itself, so that what is told is what would happen. Nothing is taken or counted.
 * Throws unavailable when redirect does not answer.
 */
export const createResolver = (target: { REDIRECT_URL: string; GRPC_SHARED_SECRET: string }) => {
  const token = gatewayToken(target.GRPC_SHARED_SECRET)
  return async (visit: ImaginedVisit): Promise<Resolved> => {
    const url = new URL(`/${encodeURIComponent(visit.slug)}`, target.REDIRECT_URL)
    url.search = visit.query
    const answer = await request(url, {
      headers: {
        host: visit.domain,
        'user-agent': visit.userAgent,
        'x-forwarded-for': visit.ip,
        'x-forwarded-host': visit.domain,
        [GATEWAY_HEADER]: token,
        [DRY_RUN_HEADER]: `${visit.atMs} ${visit.country}`.trimEnd(),
      },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw unavailable('Redirect does not answer. Try again.', error)
    })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return JSON.parse(text) as Resolved
    if (answer.statusCode >= 500) throw unavailable('Redirect does not answer. Try again.')
    // Not even looked for: the domain is not verified yet.
    return { status: answer.statusCode, location: null, rule: 'domain', variant: null }
  }
}
