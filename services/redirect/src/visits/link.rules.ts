import type { Answer } from '@fingerpost/kit/page'
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
 * A link at one visit. What a visit needs beside the record is worked out when it is asked for, within a
 * microsecond; kept for each link it would take three times the room.
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

  /** The destination of a phone system, where the link has one. */
  phone(system: Phone): Destination | undefined {
    const url = this.record[system]
    return url ? new Destination(this, url, system) : undefined
  }

  /** By ISO 3166-1 code. */
  country(code: string): Destination | undefined {
    const row = this.record.geo?.findLast(({ country }) => country === code)
    return row && new Destination(this, row.url, `geo:${row.id}`)
  }

  /** Of the share that a bucket, from 0 up to 100, falls into. */
  share(bucket: number): Destination | undefined {
    let upTo = 0
    const row = this.record.ab?.find(({ percent }) => {
      upTo += percent
      return bucket < upTo
    })
    return row && new Destination(this, row.url, `ab:${row.id}`)
  }
}

/** One place a link can lead to. */
export class Destination {
  readonly link: Link
  /** As it was stored. */
  readonly url: string
  readonly variant: string
  /** With the link's UTM parameters; what a visitor without a query is sent to. */
  readonly location: string

  /** Throws for what cannot stand in a header. */
  constructor(link: Link, url: string, variant: string) {
    this.link = link
    this.url = url
    this.variant = variant
    this.location = locationOf(url, link.record)
  }

  /** `location` cut up, to merge a query into; undefined for an app, which takes none. */
  get parts(): UrlParts | undefined {
    return isWeb(this.location) ? splitUrl(this.location) : undefined
  }

  /** `utm_*` as they stand in `location`. */
  get utm(): ReadonlyMap<string, string> {
    if (!this.location.includes('?')) return NO_PARAMETERS
    return readParameters(this.parts?.query, 'utm_')
  }

  /** What a visitor without a query is answered. */
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

/** What most records say. It stands in the prototype of each, where it takes no room. */
const USUAL = {
  deleted: false,
  free: false,
  redirect_code: 302,
  expires_after: 0,
  ab: [] as SlugRecord['ab'],
  geo: [] as SlugRecord['geo'],
}

/** A record with no more fields of its own than it needs. */
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

/** A record as it is kept. Throws for one that is damaged: it then counts as missing. */
export function keptRecord(record: SlugRecord): SlugRecord {
  const { url, ios, android, ab = [], geo = [] } = record
  const others = [ios, android, ...[...ab, ...geo].map((row) => row.url)].filter(Boolean)
  for (const it of [url, ...others]) locationOf(it as string, record)
  return new KeptRecord(record) as unknown as SlugRecord
}

/**
 * Nobody keeps a 302. A 301 may be kept for 90 seconds where it leads everybody to the same place
 * for ever; beyond that an edit would never be seen.
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

/** The link's own UTM parameters, which nobody overrides. */
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
