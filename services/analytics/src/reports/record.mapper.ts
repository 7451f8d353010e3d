import type { ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'

/** Columns with the field names of the proto. */
export const CLICK = `
  id, link_id, domain_id, domain, slug, url, toUnixTimestamp64Milli(created_at) AS created_at_ms,
  title, ip, browser, os, device, language, platform, brand, referer, continent, country, region,
  city, color_scheme, is_mobile, is_eu, geo AS geo_json, query AS query_json, utm_source, utm_medium,
  utm_campaign, utm_term, utm_content, utm_reference, is_bot, variant, trigger`

/** Converts missing values: empty in the table, absent in the proto. */
export const toRecord = (row: ClickRecord): ClickRecord => ({
  ...row,
  color_scheme: row.color_scheme || undefined,
  utm_source: row.utm_source || undefined,
  utm_medium: row.utm_medium || undefined,
  utm_campaign: row.utm_campaign || undefined,
  utm_term: row.utm_term || undefined,
  utm_content: row.utm_content || undefined,
  utm_reference: row.utm_reference || undefined,
})
