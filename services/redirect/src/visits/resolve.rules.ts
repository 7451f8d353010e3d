import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { phoneOf } from './device.rules.ts'
import { type Destination, type Link, utmOf } from './link.rules.ts'
import { type ForwardMode, headerUrl, joinUrl, mergeQuery, readParameters } from './url.rules.ts'

/** What a decision may ask of a visitor. Whatever costs something is worked out when asked. */
export interface Visit {
  nowMs: number
  userAgent: string
  /** The visitor's query, safe for a header. */
  query: string
  /** A visit that counts: GET, and not a prefetch. */
  counts: boolean
  /** The link's limit is known to be used up. */
  spent: boolean
  /** The right password was shown, now or lately. */
  unlocked: boolean
  readonly bot: boolean
  /** ISO 3166-1; undefined when nobody knows. */
  readonly country: string | undefined
  /** Where the visitor stands on a scale of 100: the same for one visitor and link. */
  readonly bucket: number
}

export interface Served {
  kind: 'destination'
  destination: Destination
  location: string
  utm: ReadonlyMap<string, string>
  /** Takes one of a limited number. */
  takes: boolean
  /** Is recorded as a click. */
  click: boolean
}

export type Refused =
  | { kind: 'deleted' }
  /** Without a location there is only a page to show. */
  | { kind: 'expired'; location: string | undefined }
  | { kind: 'locked' }

export type Resolution = Refused | Served

/** Where this visitor goes. The order is the contract's, and each line one rule. */
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

/** By date to the millisecond, or because all its clicks were taken. */
export const isExpired = ({ record }: Link, visit: Pick<Visit, 'nowMs' | 'spent'>): boolean =>
  (record.expires_at_ms !== undefined && visit.nowMs >= record.expires_at_ms) || visit.spent

/** The link's own page for latecomers, else the domain's. */
export const expired = ({ record }: Link, domain: DomainRecord): Refused => ({
  kind: 'expired',
  location: headerUrl(record.expire_url || domain.expired_url || ''),
})

const isLocked = ({ record }: Link, visit: Visit): boolean =>
  !!record.password_hash && !visit.unlocked

export const isLimited = ({ record }: Link): boolean => record.expires_after > 0

/** Whoever counts, is no bot and sees the destination takes one of a limited number. */
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

/** Bots always see the main destination; so does the share that is left below 100. */
function byShare(link: Link, visit: Visit): Destination | undefined {
  return link.record.ab?.length && !visit.bot ? link.share(visit.bucket) : undefined
}

/** Link UTM > visitor's `utm_*` > the destination's own; other names by the domain's setting. */
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
