import type { ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'

/** Columns under the names of the wire. */
export const CLICK = `
  id, link_id AS linkId, domain_id AS domainId, domain, slug, url,
  toUnixTimestamp64Milli(created_at) AS createdAtMs, title, ip, browser, os, device, language,
  platform, brand, referer, continent, country, region, city, color_scheme AS colorScheme,
  is_mobile AS isMobile, is_eu AS isEu, geo AS geoJson, query AS queryJson,
  utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
  utm_term AS utmTerm, utm_content AS utmContent, utm_reference AS utmReference,
  is_bot AS isBot, variant, trigger`

/** Missing values are empty in the table and absent on the wire. */
export const toRecord = (row: ClickRecord): ClickRecord => ({
  ...row,
  colorScheme: row.colorScheme || undefined,
  utmSource: row.utmSource || undefined,
  utmMedium: row.utmMedium || undefined,
  utmCampaign: row.utmCampaign || undefined,
  utmTerm: row.utmTerm || undefined,
  utmContent: row.utmContent || undefined,
  utmReference: row.utmReference || undefined,
})
