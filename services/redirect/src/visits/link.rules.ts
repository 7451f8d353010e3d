import type { Answer } from '@fingerpost/kit/visitor/page'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { redirectAnswer } from '../pages/redirect.rules.ts'
import type { Phone } from './device.rules.ts'
import {
  headerUrl,
  joinUrl,
  type Parameters,
  readParameters,
  setParameters,
  splitUrl,
  type UrlParts,
} from './url.rules.ts'

/**
 * A link during one visit. Everything beside the record is computed on demand, within a
 * microsecond; caching it for each link would take three times the memory.
 */
export class Link {
  readonly record: SlugRecord

  constructor(record: SlugRecord) {
    this.record = record
  }

  get code(): 301 | 302 {
    return this.record.redirect_code === 301 ? 301 : 302
  }

  get cacheControl(): string {
    return cacheControl(this.record)
  }

  get main(): Destination {
    return new Destination(this, this.record.url, 'main')
  }

  /** The destination for a phone system, if the link has one. */
  phone(system: Phone): Destination | undefined {
    const url = this.record[system]
    return url ? new Destination(this, url, system) : undefined
  }

  /** The destination for an ISO 3166-1 country code, if the link has one. */
  country(code: string): Destination | undefined {
    const row = this.record.geo?.findLast(({ country }) => country === code)
    return row && new Destination(this, row.url, `geo:${row.id}`)
  }

  /** The destination of the A/B share that contains the bucket (0 up to 100). */
  share(bucket: number): Destination | undefined {
    let upTo = 0
    const row = this.record.ab?.find(({ percent }) => {
      upTo += percent
      return bucket < upTo
    })
    return row && new Destination(this, row.url, `ab:${row.id}`)
  }
}

/** One of a link's destinations. */
export class Destination {
  readonly link: Link
  /** As stored. */
  readonly url: string
  readonly variant: string
  /** The URL with the link's UTM parameters; used for a visitor without a query. */
  readonly location: string

  /** Throws if the URL cannot be sent in a header. */
  constructor(link: Link, url: string, variant: string) {
    this.link = link
    this.url = url
    this.variant = variant
    this.location = locationOf(url, link.record)
  }

  /** `location` split for merging a query into it; undefined for app URLs, which take no query. */
  get parts(): UrlParts | undefined {
    return isWeb(this.location) ? splitUrl(this.location) : undefined
  }

  /** The `utm_*` parameters in `location`. */
  get utm(): ReadonlyMap<string, string> {
    if (!this.location.includes('?')) return NO_PARAMETERS
    return readParameters(this.parts?.query, 'utm_')
  }

  /** The redirect for a visitor without a query. */
  get answer(): Answer {
    return redirectAnswer(this.link.code, this.location, this.link.cacheControl)
  }
}

function locationOf(url: string, record: SlugRecord): string {
  const safe = headerUrl(url)
  if (safe === undefined) throw new Error('a destination cannot stand in a header')
  if (!hasUtm(record) || !isWeb(safe)) return safe
  const parts = splitUrl(safe)
  return joinUrl({ ...parts, query: setParameters(parts.query, utmOf(record)) })
}

const isWeb = (url: string): boolean => /^https?:/i.test(url)

const NO_PARAMETERS: Parameters = new Map([])

/** The most common values. They are on the shared prototype, so they take no memory per record. */
const USUAL = {
  deleted: false,
  free: false,
  redirect_code: 302,
  expires_after: 0,
  ab: [] as SlugRecord['ab'],
  geo: [] as SlugRecord['geo'],
}

/** A record that stores only the fields that differ from `USUAL`, to save memory. */
class KeptRecord {
  version: number
  link_id: number
  org_id: number
  domain_id: number
  slug: string
  short_url: string
  title: string
  url: string

  constructor(it: SlugRecord) {
    this.version = it.version
    this.link_id = it.link_id
    this.org_id = it.org_id
    this.domain_id = it.domain_id
    this.slug = it.slug
    this.short_url = it.short_url
    this.title = it.title
    this.url = it.url
    for (const [name, value] of Object.entries(it)) {
      if (!(name in this) || isUnusual(name as keyof typeof USUAL, value)) {
        Object.assign(this, value === undefined ? undefined : { [name]: value })
      }
    }
  }
}
Object.assign(KeptRecord.prototype, USUAL)

const isUnusual = (name: keyof typeof USUAL, value: unknown): boolean =>
  Object.hasOwn(USUAL, name) && (Array.isArray(value) ? value.length > 0 : value !== USUAL[name])

/** A record in its cached form. Throws for a damaged record, which then counts as missing. */
export function keptRecord(record: SlugRecord): SlugRecord {
  const { url, ios, android, ab = [], geo = [] } = record
  const others = [ios, android, ...[...ab, ...geo].map((row) => row.url)].filter(Boolean)
  for (const it of [url, ...others]) locationOf(it as string, record)
  return new KeptRecord(record) as unknown as SlugRecord
}

/**
 * Browsers do not cache a 302. They may cache a 301 for 90 seconds if its destination depends on
 * neither visitor nor time; with a longer lifetime, edits would not be seen.
 */
export function cacheControl(record: SlugRecord): string {
  if (record.redirect_code !== 301) return 'private, no-store'
  const varies =
    record.password_hash ||
    record.expires_at_ms ||
    record.expires_after ||
    record.ios ||
    record.android ||
    record.ab?.length ||
    record.geo?.length
  return varies ? 'no-store' : 'private, max-age=90'
}

/** The link's own UTM parameters, which take precedence over all others. */
export function utmOf(record: SlugRecord): Parameters {
  if (!hasUtm(record)) return NO_PARAMETERS
  const values = {
    utm_source: record.utm_source,
    utm_medium: record.utm_medium,
    utm_campaign: record.utm_campaign,
    utm_term: record.utm_term,
    utm_content: record.utm_content,
    utm_reference: record.utm_reference,
  }
  const set = new Map<string, string>()
  for (const [name, value] of Object.entries(values)) {
    if (value) set.set(name, `${name}=${encodeURIComponent(value.toWellFormed())}`)
  }
  return set
}

const hasUtm = (it: SlugRecord): boolean =>
  !!(
    it.utm_source ||
    it.utm_medium ||
    it.utm_campaign ||
    it.utm_term ||
    it.utm_content ||
    it.utm_reference
  )
