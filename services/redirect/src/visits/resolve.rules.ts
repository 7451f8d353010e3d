import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { phoneOf } from './device.rules.ts'
import { type Destination, type Link, utmOf } from './link.rules.ts'
import { type ForwardMode, headerUrl, joinUrl, mergeQuery, readParameters } from './url.rules.ts'

/** Input of a decision. Properties that cost something to compute are getters. */
export interface Visit {
  nowMs: number
  userAgent: string
  /** The visitor's query, safe for a header. */
  query: string
  /** Whether the visit is counted: a GET, no preview, no dry run and no prefetch. */
  counts: boolean
  /** Whether the click limit of the link is known to be exhausted. */
  spent: boolean
  /** Whether the correct password was given, in this request or within the last hour. */
  unlocked: boolean
  readonly bot: boolean
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined
  /** Position for A/B splits, 0 up to 100: stable for one visitor and link. */
  readonly bucket: number
}

export interface Served {
  kind: 'destination'
  destination: Destination
  location: string
  utm: ReadonlyMap<string, string>
  /** Consumes one click of the limit. */
  takes: boolean
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
    takes: takesOne(link, visit),
    click: visit.counts,
  }
}

/** Expired by date, to the millisecond, or because the click limit is exhausted. */
export const isExpired = ({ record }: Link, visit: Pick<Visit, 'nowMs' | 'spent'>): boolean =>
  (record.expires_at_ms !== undefined && visit.nowMs >= record.expires_at_ms) || visit.spent

/** Redirects to the expiry URL of the link, else to that of the domain. */
export const expired = ({ record }: Link, domain: DomainRecord): Refused => ({
  kind: 'expired',
  location: headerUrl(record.expire_url || domain.expired_url || ''),
})

const isLocked = ({ record }: Link, visit: Visit): boolean =>
  !!record.password_hash && !visit.unlocked

export const isLimited = ({ record }: Link): boolean => record.expires_after > 0

/** Consumes one click of the limit: a counted visit by a human that reaches the destination. */
export const takesOne = (link: Link, visit: Visit): boolean =>
  isLimited(link) && visit.counts && !isLocked(link, visit) && !visit.bot

/** Phone, then country, then A/B share, then the main destination. */
export function chooseDestination(link: Link, visit: Visit): Destination {
  return byPhone(link, visit) ?? byCountry(link, visit) ?? byShare(link, visit) ?? link.main
}

function byPhone(link: Link, visit: Visit): Destination | undefined {
  if (!link.record.ios && !link.record.android) return undefined
  const phone = phoneOf(visit.userAgent)
  return phone && link.phone(phone)
}

function byCountry(link: Link, visit: Visit): Destination | undefined {
  if (!link.record.geo?.length) return undefined
  const { country } = visit
  return country === undefined ? undefined : link.country(country)
}

/** Bots always get the main destination; so does the rest if the shares add up to less than 100. */
function byShare(link: Link, visit: Visit): Destination | undefined {
  return link.record.ab?.length && !visit.bot ? link.share(visit.bucket) : undefined
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
  const mode = (domain.forward_query || 'merge') as ForwardMode
  const query = mergeQuery(parts.query, visitors, mode, utmOf(record))
  if (query === parts.query) return { location, utm }
  return { location: joinUrl({ ...parts, query }), utm: readParameters(query, 'utm_') }
}
