import type { Click, Hints, Place } from '@fingerpost/protos/click/v1/click'

/** A click or a whole job is invalid; the message is the reason. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A message with all fields present, so that a missing one is a type error. */
type Every<Message> = { [F in keyof Required<Message>]: Message[F] }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EARLIEST_MS = Date.UTC(2020, 0, 1) // before the first release
const AHEAD_MS = 48 * 3_600_000 // tolerates clock skew

/** The unparsed clicks of a job. Throws Unreadable if the job is not a batch. */
export function clicksOf(data: unknown): unknown[] {
  const clicks = (data as { clicks?: unknown } | null | undefined)?.clicks
  if (!Array.isArray(clicks)) throw new Unreadable('the job is not a batch of clicks')
  return clicks
}

/**
 * Parses a click and cuts texts to their maximum length. Fields missing in jobs of an older
 * redirect are empty; unknown fields of a newer one are ignored. Parsed field by field, because
 * `fromJSON` with a table of limits takes twice the CPU time. Throws Unreadable.
 */
export function readClick(value: unknown, nowMs: number): Every<Click> {
  if (typeof value !== 'object' || value === null)
    throw new Unreadable('the click is not an object')
  const given = value as Record<string, unknown>
  const id = text(given, 'id', 64).toLowerCase()
  if (!UUID.test(id)) throw new Unreadable('id is not a UUID')
  const createdAtMs = whole(given, 'createdAtMs')
  if (createdAtMs < EARLIEST_MS || createdAtMs > nowMs + AHEAD_MS) {
    throw new Unreadable('createdAtMs is not a time at which this product ran')
  }
  return {
    id,
    created_at_ms: createdAtMs,
    link_id: identity(given, 'linkId'),
    org_id: identity(given, 'orgId'),
    domain_id: given.domainId === undefined ? 0 : whole(given, 'domainId'),
    domain: text(given, 'domain', 255),
    slug: text(given, 'slug', 255),
    short_url: text(given, 'shortUrl', 2_048),
    title: text(given, 'title', 512),
    url: text(given, 'url', 16_384),
    variant: text(given, 'variant', 64) || 'main',
    trigger: text(given, 'trigger', 16) || 'link',
    ip: text(given, 'ip', 64),
    user_agent: text(given, 'userAgent', 512),
    accept_language: text(given, 'acceptLanguage', 512),
    referer: text(given, 'referer', 2_048),
    query: text(given, 'query', 16_384),
    color_scheme: text(given, 'colorScheme', 16),
    utm_source: text(given, 'utmSource', 512),
    utm_medium: text(given, 'utmMedium', 512),
    utm_campaign: text(given, 'utmCampaign', 512),
    utm_term: text(given, 'utmTerm', 512),
    utm_content: text(given, 'utmContent', 512),
    utm_reference: text(given, 'utmReference', 512),
    place: readPlace(part(given, 'place')),
    hints: readHints(part(given, 'hints')),
  }
}

/** A nested message of the click; undefined if absent. */
function part(given: Record<string, unknown>, field: string): Record<string, unknown> | undefined {
  const value = given[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') throw new Unreadable(`${field} is not an object`)
  return value as Record<string, unknown>
}

function readPlace(given: Record<string, unknown> | undefined): Every<Place> | undefined {
  return (
    given && {
      continent: text(given, 'continent', 64),
      country: text(given, 'country', 2),
      region: text(given, 'region', 128),
      city: text(given, 'city', 128),
      latitude: measure(given, 'latitude'),
      longitude: measure(given, 'longitude'),
      accuracy_radius: measure(given, 'accuracyRadius'),
      time_zone: text(given, 'timeZone', 64) || undefined,
      postal: text(given, 'postal', 32) || undefined,
    }
  )
}

function readHints(given: Record<string, unknown> | undefined): Every<Hints> | undefined {
  return (
    given && {
      ua: text(given, 'ua', 256),
      ua_mobile: text(given, 'uaMobile', 8),
      ua_platform: text(given, 'uaPlatform', 64),
      ua_model: text(given, 'uaModel', 64),
    }
  )
}

function measure(given: Record<string, unknown>, field: string): number | undefined {
  const value = given[field]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function text(given: Record<string, unknown>, field: string, max: number): string {
  const value = given[field]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new Unreadable(`${field} is not a text`)
  const kept = value.replaceAll('\0', '') // the API rejects NUL, so filters could not match it
  return (kept.length > max ? kept.slice(0, max) : kept).toWellFormed()
}

function whole(given: Record<string, unknown>, field: string): number {
  const value = given[field]
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new Unreadable(`${field} is not a whole number`)
  }
  return value as number
}

function identity(given: Record<string, unknown>, field: string): number {
  const value = whole(given, field)
  if (value === 0) throw new Unreadable(`${field} is 0`)
  return value
}
