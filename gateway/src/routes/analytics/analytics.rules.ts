import type { ClickRecord, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Static } from 'typebox'
import type { Click, FilterQuery, ValueName } from './analytics.schema.ts'

/** Parses an id. Text that cannot be an id becomes the largest id, which no link has. */
export const idOf = (id: string): number =>
  /^\d{1,16}$/.test(id) ? Math.min(Number(id), Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER

/** What analytics calls the filters by a value. */
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
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  utm_reference: 'utmReference',
}

/** The filters of a query string as analytics takes them. */
export const toFilter = (query: Static<typeof FilterQuery>): Filter => ({
  linkId: query.link_id === undefined ? undefined : idOf(query.link_id),
  period: query.period,
  timezone: query.timezone,
  domainId: query.domain_id,
  folderId: query.folder_id,
  tagId: query.tag_id,
  search: query.search,
  includeBots: query.include_bots ?? false,
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, field]) => [field, query[name as ValueName]]),
  ),
})

/** Where the icon of a destination's site is served by ourselves, with the mark that it is one. */
export function faviconPath(destination: string, sign: (host: string) => string): string {
  const host = URL.parse(destination)?.host || 'app'
  return `/favicon/${encodeURIComponent(host)}?s=${sign(host)}`
}

/** A click as the interface shows it. Clicks never change, so they were updated when they were made. */
export function toClickBody(click: ClickRecord): Static<typeof Click> {
  const time = new Date(click.createdAtMs).toISOString()
  return {
    id: click.id,
    link_id: String(click.linkId),
    domain_id: click.domainId,
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
    color_scheme: click.colorScheme ?? null,
    is_mobile: click.isMobile,
    is_eu: click.isEu,
    geo: JSON.parse(click.geoJson || '{}'),
    query: JSON.parse(click.queryJson || '{}'),
    utm_source: click.utmSource ?? null,
    utm_medium: click.utmMedium ?? null,
    utm_campaign: click.utmCampaign ?? null,
    utm_term: click.utmTerm ?? null,
    utm_content: click.utmContent ?? null,
    utm_reference: click.utmReference ?? null,
    is_bot: click.isBot,
    variant: click.variant,
    trigger: click.trigger,
  }
}
