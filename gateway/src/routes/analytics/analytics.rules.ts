import type { ClickRecord, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Static } from 'typebox'
import type { Click, FilterQuery, ValueName } from './analytics.schema.ts'

/** Parses an id. Text that cannot be an id becomes the largest id, which no link has. */
export const idOf = (id: string): number =>
  /^\d{1,16}$/.test(id) ? Math.min(Number(id), Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER

/** Field names of the value filters in the analytics service. */
const VALUES: Record<ValueName, keyof Filter> = {
  country: 'country',
  city: 'city',
  region: 'region',
  continent: 'continent',
  browser: 'browser',
  os: 'os',
  device: 'device',
  referer: 'referer',
  language: 'language',
  brand: 'brand',
  platform: 'platform',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  utm_reference: 'utm_reference',
}

/** Converts the filters of a query string to those of the analytics service. */
export const toFilter = (query: Static<typeof FilterQuery>): Filter => ({
  link_id: query.link_id === undefined ? undefined : idOf(query.link_id),
  period: query.period,
  timezone: query.timezone,
  domain_id: query.domain_id,
  folder_id: query.folder_id,
  tag_id: query.tag_id,
  search: query.search,
  include_bots: query.include_bots ?? false,
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, field]) => [field, query[name as ValueName]]),
  ),
})

/** Path of the destination's favicon on this instance, with the signature of its host. */
export function faviconPath(destination: string, sign: (host: string) => string): string {
  const host = URL.parse(destination)?.host || 'app'
  return `/favicon/${encodeURIComponent(host)}?s=${sign(host)}`
}

/** A click as the API returns it. Clicks never change, so `updated_at` equals `created_at`. */
export function toClickBody(click: ClickRecord): Static<typeof Click> {
  const time = new Date(click.created_at_ms).toISOString()
  return {
    id: click.id,
    link_id: String(click.link_id),
    domain_id: click.domain_id,
    domain: click.domain,
    slug: click.slug,
    url: click.url,
    created_at: time,
    updated_at: time,
    title: click.title,
    ip: click.ip,
    browser: click.browser,
    os: click.os,
    device: click.device,
    language: click.language,
    platform: click.platform,
    brand: click.brand,
    referer: click.referer,
    continent: click.continent,
    country: click.country,
    region: click.region,
    city: click.city,
    color_scheme: click.color_scheme ?? null,
    is_mobile: click.is_mobile,
    is_eu: click.is_eu,
    geo: JSON.parse(click.geo_json || '{}'),
    query: JSON.parse(click.query_json || '{}'),
    utm_source: click.utm_source ?? null,
    utm_medium: click.utm_medium ?? null,
    utm_campaign: click.utm_campaign ?? null,
    utm_term: click.utm_term ?? null,
    utm_content: click.utm_content ?? null,
    utm_reference: click.utm_reference ?? null,
    is_bot: click.is_bot,
    variant: click.variant,
    trigger: click.trigger,
  }
}
