import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { FORWARD_MODES, isOneOf } from '@fingerpost/protos/words'
import { Destination, type Link } from '../links/link.rules.ts'
import { headerUrl, joinUrl, mergeQuery, readParameters } from '../links/url.rules.ts'
import { utmOf } from '../links/utm.rules.ts'
import { matches } from './match.rules.ts'
import type { Traits } from './traits.rules.ts'

/** Input of a decision. Properties that cost something to compute are getters. */
export interface Visit extends Traits {
  /** Whether the visit is counted: a GET, no preview, no dry run and no prefetch. */
  counts: boolean
  /** Whether the click limit of the link is known to be exhausted. */
  exhausted: boolean
  /** Whether the correct password was given, in this request or within the last hour. */
  unlocked: boolean
}

export interface Served {
  kind: 'destination'
  destination: Destination
  location: string
  utm: ReadonlyMap<string, string>
  /** Consumes one click of the limit. */
  consumes: boolean
  /** Recorded as a click. */
  click: boolean
}

export type Refused =
  | { kind: 'deleted' }
  /** Without a location, the answer is a page. */
  | { kind: 'expired'; location: string | undefined }
  | { kind: 'locked' }

export type Resolution = Refused | Served

/** Decides where a visitor goes. Each line is one rule, in the order of the contract. */
export function resolve(link: Link, domain: DomainRecord, visit: Visit): Resolution {
  if (link.record.deleted) return { kind: 'deleted' }
  if (isExpired(link, visit)) return expired(link, domain)
  if (isLocked(link, visit)) return { kind: 'locked' }
  const destination = chooseDestination(link, visit)
  return {
    kind: 'destination',
    destination,
    ...buildLocation(destination, link, domain, visit.query),
    consumes: consumesLimit(link, visit),
    click: visit.counts,
  }
}

/** Expired by date, to the millisecond, or because the click limit is exhausted. */
export const isExpired = ({ record }: Link, visit: Pick<Visit, 'nowMs' | 'exhausted'>): boolean =>
  (record.expires_at_ms !== undefined && visit.nowMs >= record.expires_at_ms) || visit.exhausted

/** Redirects to the expiry URL of the link, else to that of the domain. */
export const expired = ({ record }: Link, domain: DomainRecord): Refused => ({
  kind: 'expired',
  location: headerUrl(record.expire_url || domain.expired_url || ''),
})

const isLocked = ({ record }: Link, visit: Visit): boolean =>
  !!record.password_hash && !visit.unlocked

export const isLimited = ({ record }: Link): boolean => record.expires_after > 0

/** Consumes one click of the limit: a counted visit by a human that reaches the destination. */
export const consumesLimit = (link: Link, visit: Visit): boolean =>
  isLimited(link) && visit.counts && !isLocked(link, visit) && !visit.bot

/** The destination of the first rule that matches, else the main one. */
export function chooseDestination(link: Link, visit: Traits): Destination {
  const rule = link.record.rules.find((it) => matches(it, visit))
  return rule ? new Destination(link, rule.url, rule.variant) : link.main
}

/**
 * Precedence of UTM: the link's, then the visitor's, then the destination's own. All other
 * parameters follow the domain's setting.
 */
export function buildLocation(
  destination: Destination,
  { record }: Link,
  domain: DomainRecord,
  visitors: string,
): Pick<Served, 'location' | 'utm'> {
  const { location, utm } = destination
  const parts = visitors === '' ? undefined : destination.parts
  if (parts === undefined) return { location, utm }
  const mode = isOneOf(FORWARD_MODES, domain.forward_query) ? domain.forward_query : 'merge'
  const query = mergeQuery(parts.query, visitors, mode, utmOf(record))
  if (query === parts.query) return { location, utm }
  return { location: joinUrl({ ...parts, query }), utm: readParameters(query, 'utm_') }
}
