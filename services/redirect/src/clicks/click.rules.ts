import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click, Hints } from '@fingerpost/protos/click/v1/click'
import type { Link } from '../visits/link.rules.ts'
import type { Served } from '../visits/resolve.rules.ts'

/** What is known of the request itself. */
export interface Seen {
  id: string
  atMs: number
  trigger: string
  ip: string
  query: string
  headers: { [name: string]: string | string[] | undefined }
}

/** How much of a header is kept; the rest is noise or malice. */
const KEPT = { agent: 1_024, language: 256, referer: 2_048, query: 4_096, hint: 256 } as const

const text = (value: string | string[] | undefined, kept: number): string =>
  typeof value === 'string' ? value.slice(0, kept) : ''

/** `"dark"` as browsers quote it; undefined for anything but the two words. */
const colorScheme = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? /^"?(light|dark)"?$/.exec(value)?.[1] : undefined

/** What a browser says beside its agent; undefined for the many that say nothing. */
function hintsOf(headers: Seen['headers']): Hints | undefined {
  const hint = (name: string) => text(headers[name], KEPT.hint) || undefined
  const hints = {
    ua: hint('sec-ch-ua'),
    uaMobile: hint('sec-ch-ua-mobile'),
    uaPlatform: hint('sec-ch-ua-platform'),
    uaModel: hint('sec-ch-ua-model'),
  }
  return hints.ua || hints.uaMobile || hints.uaPlatform || hints.uaModel ? hints : undefined
}

/** A visit as it goes to the click worker. */
export function toClick(
  { id, atMs, trigger, ip, query, headers }: Seen,
  { record }: Link,
  domain: DomainRecord,
  { destination, utm }: Served,
): Click {
  return {
    id,
    createdAtMs: atMs,
    linkId: record.linkId,
    orgId: record.orgId,
    domainId: record.domainId,
    domain: domain.name,
    slug: record.slug,
    shortUrl: record.shortUrl,
    title: record.title,
    url: destination.url,
    variant: destination.variant,
    trigger,
    ip,
    userAgent: text(headers['user-agent'], KEPT.agent),
    acceptLanguage: text(headers['accept-language'], KEPT.language),
    referer: text(headers.referer, KEPT.referer),
    query: query.slice(0, KEPT.query),
    colorScheme: colorScheme(headers['sec-ch-prefers-color-scheme']),
    utmSource: utm.get('utm_source'),
    utmMedium: utm.get('utm_medium'),
    utmCampaign: utm.get('utm_campaign'),
    utmTerm: utm.get('utm_term'),
    utmContent: utm.get('utm_content'),
    utmReference: utm.get('utm_reference'),
    hints: hintsOf(headers),
  }
}
