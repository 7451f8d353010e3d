import type { Answer } from '@fingerpost/kit/page'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { redirectAnswer } from '../pages/redirect.rules.ts'
import {
  headerUrl,
  joinUrl,
  type Parameters,
  readParameters,
  setParameters,
  splitUrl,
  type UrlParts,
} from './url.rules.ts'

/** One place a link can lead to, made ready. */
export interface Destination {
  /** As it was stored. */
  url: string
  variant: string
  /** With the link's UTM parameters; what a visitor without a query is sent to. */
  location: string
  /** The same cut up, to merge a query into; undefined for an app, which takes none. */
  parts: UrlParts | undefined
  /** `utm_*` as they stand in `location`. */
  utm: ReadonlyMap<string, string>
  /** What a visitor without a query is answered. */
  answer: Answer
}

/** A link as this process keeps it: what can be worked out without the visitor is. */
export interface Link {
  record: SlugRecord
  code: 301 | 302
  cacheControl: string
  /** The link's own UTM parameters, which nobody overrides. */
  utm: Parameters
  main: Destination
  ios: Destination | undefined
  android: Destination | undefined
  /** By ISO 3166-1 code. */
  geo: ReadonlyMap<string, Destination>
  /** Shares as upper ends on a scale of 100. */
  ab: readonly { upTo: number; destination: Destination }[]
}

/** Makes a record ready. Throws for one that is damaged: it then counts as missing. */
export function readyLink(record: SlugRecord): Link {
  const utm = utmOf(record)
  const code = record.redirectCode === 301 ? 301 : 302
  const kept = cacheControl(record)
  const ready = (url: string, variant: string): Destination => {
    const place = readyPlace(url, utm)
    return { url, variant, ...place, answer: redirectAnswer(code, place.location, kept) }
  }
  let upTo = 0
  return {
    record,
    code,
    cacheControl: kept,
    utm,
    main: ready(record.url, 'main'),
    ios: record.ios ? ready(record.ios, 'ios') : undefined,
    android: record.android ? ready(record.android, 'android') : undefined,
    geo: new Map(
      (record.geo ?? []).map(({ id, country, url }) => [country, ready(url, `geo:${id}`)]),
    ),
    ab: (record.ab ?? []).map(({ id, url, percent }) => {
      upTo += percent
      return { upTo, destination: ready(url, `ab:${id}`) }
    }),
  }
}

/**
 * Nobody keeps a 302. A 301 may be kept for 90 seconds where it leads everybody to the same place
 * for ever; beyond that an edit would never be seen.
 */
export function cacheControl(record: SlugRecord): string {
  if (record.redirectCode !== 301) return 'private, no-store'
  const varies =
    record.passwordHash ||
    record.expiresAtMs ||
    record.expiresAfter ||
    record.ios ||
    record.android ||
    record.ab?.length ||
    record.geo?.length
  return varies ? 'no-store' : 'private, max-age=90'
}

function utmOf(record: SlugRecord): Parameters {
  const values = {
    utm_source: record.utmSource,
    utm_medium: record.utmMedium,
    utm_campaign: record.utmCampaign,
    utm_term: record.utmTerm,
    utm_content: record.utmContent,
    utm_reference: record.utmReference,
  }
  const set = new Map<string, string>()
  for (const [name, value] of Object.entries(values)) {
    if (value) set.set(name, `${name}=${encodeURIComponent(value.toWellFormed())}`)
  }
  return set
}

function readyPlace(url: string, utm: Parameters): Pick<Destination, 'location' | 'parts' | 'utm'> {
  const safe = headerUrl(url)
  if (safe === undefined) throw new Error('a destination cannot stand in a header')
  if (!/^https?:/i.test(safe)) return { location: safe, parts: undefined, utm: new Map() }
  const cut = splitUrl(safe)
  const parts = { ...cut, query: setParameters(cut.query, utm) }
  return { location: joinUrl(parts), parts, utm: readParameters(parts.query, 'utm_') }
}
