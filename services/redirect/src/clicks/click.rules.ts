import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import type { Link } from '../links/link.rules.ts'
import { hintsOf } from '../requests/hint.rules.ts'
import type { Served } from '../rules/resolve.rules.ts'

/** The part of a click that comes from the request. */
export interface Seen {
  id: string
  atMs: number
  trigger: string
  ip: string
  query: string
  headers: { [name: string]: string | string[] | undefined }
}

/** Maximum stored length of each header; longer ones are useless or malicious. */
const MAX_LENGTH = { agent: 1_024, language: 256, referer: 2_048, query: 4_096 } as const

const text = (value: string | string[] | undefined, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : ''

/** `light` or `dark`, quoted or not; undefined for any other value. */
const colorScheme = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? /^"?(light|dark)"?$/.exec(value)?.[1] : undefined

/** The click of a visit, as sent to the click worker. */
export function toClick(
  { id, atMs, trigger, ip, query, headers }: Seen,
  { record }: Link,
  domain: DomainRecord,
  { destination, utm }: Served,
): Click {
  return {
    id,
    created_at_ms: atMs,
    link_id: record.link_id,
    org_id: record.org_id,
    domain_id: record.domain_id,
    domain: domain.name,
    slug: record.slug,
    short_url: record.short_url,
    title: record.title,
    url: destination.url,
    variant: destination.variant,
    trigger,
    ip,
    user_agent: text(headers['user-agent'], MAX_LENGTH.agent),
    accept_language: text(headers['accept-language'], MAX_LENGTH.language),
    referer: text(headers.referer, MAX_LENGTH.referer),
    query: query.slice(0, MAX_LENGTH.query),
    color_scheme: colorScheme(headers['sec-ch-prefers-color-scheme']),
    utm_source: utm.get('utm_source'),
    utm_medium: utm.get('utm_medium'),
    utm_campaign: utm.get('utm_campaign'),
    utm_term: utm.get('utm_term'),
    utm_content: utm.get('utm_content'),
    utm_reference: utm.get('utm_reference'),
    hints: hintsOf(headers),
    opted_out: undefined,
    visitor: undefined,
  }
}
