import type { Click, Place } from '@fingerpost/protos/click/v1/click'
import type { Link } from '../links/link.rules.ts'
import type { Seen } from './click.rules.ts'

/** What is kept of visitors, and how they are located. */
export interface PrivacyRule {
  /** Whether `Sec-GPC: 1` and `DNT: 1` are honored. */
  honorsOptOut: boolean
  /** Whether complete addresses are kept. */
  storesFullAddress: boolean
  /** The kept part of an address. */
  truncate(ip: string): string
  placeOf(ip: string): Place | undefined
  isBot(userAgent: string): boolean
  /** The visitor id of a click with its complete address. */
  numberOf(click: Click): string | undefined
}

/** A value for each field, also for optional ones: leaving one out is a type error. */
type Every<Message> = { [Name in keyof Required<Message>]: Message[Name] }

/** The parts of a click that its visitor and the operator allow to be stored. */
export function toStoredClick(
  click: Click,
  link: Link,
  headers: Seen['headers'],
  rule: PrivacyRule,
): Click {
  if (rule.honorsOptOut && optsOut(headers)) return withoutVisitor(click, link, rule)
  const visitor = rule.numberOf(click)
  if (rule.storesFullAddress) return { ...click, visitor }
  return { ...click, visitor, ip: rule.truncate(click.ip), place: rule.placeOf(click.ip) }
}

/** Global Privacy Control, and its predecessor Do Not Track. */
const optsOut = (headers: Seen['headers']): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/** A user agent without a name: to the click worker, a visitor who is no bot. */
const ANY_AGENT = 'Mozilla/5.0'

/** Keeps time, link, country, and whether the visitor is a bot. */
function withoutVisitor(click: Click, { record }: Link, { placeOf, isBot }: PrivacyRule): Click {
  const { continent = '', country = '' } = placeOf(click.ip) ?? {}
  const anonymous: Every<Click> = {
    id: click.id,
    created_at_ms: click.created_at_ms,
    link_id: click.link_id,
    org_id: click.org_id,
    domain_id: click.domain_id,
    domain: click.domain,
    slug: click.slug,
    short_url: click.short_url,
    title: click.title,
    url: record.rules.length === 0 ? click.url : '', // rules choose by visitor
    variant: '',
    trigger: '',
    ip: '',
    user_agent: isBot(click.user_agent) ? '' : ANY_AGENT,
    accept_language: '',
    referer: '',
    query: '',
    color_scheme: undefined,
    utm_source: undefined,
    utm_medium: undefined,
    utm_campaign: undefined,
    utm_term: undefined,
    utm_content: undefined,
    utm_reference: undefined,
    place: { continent, country, region: '', city: '' },
    hints: undefined,
    opted_out: true,
    visitor: undefined,
  }
  return anonymous
}
