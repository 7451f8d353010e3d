import type { Filters } from '../../shared/filters.ts'

/** A dimension by which clicks are grouped. */
export interface Dimension {
  /** The name of the grouping in the API. */
  field: string
  name: string
  /** The filter for one of its values. */
  filter: string
}

/** The panels of the page and their dimensions. */
export const PANELS: readonly { name: string; dimensions: readonly Dimension[] }[] = [
  {
    name: 'Places',
    dimensions: [
      { field: 'countries', name: 'Countries', filter: 'country' },
      { field: 'regions', name: 'Regions', filter: 'region' },
      { field: 'cities', name: 'Cities', filter: 'city' },
      { field: 'continents', name: 'Continents', filter: 'continent' },
    ],
  },
  {
    name: 'Sources',
    dimensions: [
      { field: 'referers', name: 'Referers', filter: 'referer' },
      { field: 'languages', name: 'Languages', filter: 'language' },
      { field: 'domains', name: 'Domains', filter: 'domain_id' },
    ],
  },
  {
    name: 'Technology',
    dimensions: [
      { field: 'browsers', name: 'Browsers', filter: 'browser' },
      { field: 'os', name: 'Systems', filter: 'os' },
      { field: 'devices', name: 'Devices', filter: 'device' },
      { field: 'brands', name: 'Brands', filter: 'brand' },
      { field: 'platforms', name: 'Platforms', filter: 'platform' },
    ],
  },
  {
    name: 'Campaigns',
    dimensions: [
      { field: 'utm_sources', name: 'Source', filter: 'utm_source' },
      { field: 'utm_mediums', name: 'Medium', filter: 'utm_medium' },
      { field: 'utm_campaigns', name: 'Campaign', filter: 'utm_campaign' },
      { field: 'utm_terms', name: 'Term', filter: 'utm_term' },
      { field: 'utm_contents', name: 'Content', filter: 'utm_content' },
      { field: 'utm_references', name: 'Reference', filter: 'utm_reference' },
    ],
  },
  {
    name: 'Links',
    dimensions: [
      { field: 'links', name: 'Links', filter: 'link_id' },
      { field: 'folders', name: 'Folders', filter: 'folder_id' },
      { field: 'tags', name: 'Tags', filter: 'tag_id' },
    ],
  },
]

/** The labels of all filters in the URL, in display order. */
export const FILTERS: Record<string, string> = {
  link_id: 'Link',
  domain_id: 'Domain',
  folder_id: 'Folder',
  tag_id: 'Tag',
  country: 'Country',
  region: 'Region',
  city: 'City',
  continent: 'Continent',
  browser: 'Browser',
  os: 'System',
  device: 'Device',
  brand: 'Brand',
  platform: 'Platform',
  language: 'Language',
  referer: 'Referer',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Term',
  utm_content: 'Content',
  utm_reference: 'Reference',
  search: 'Search',
}

/** Filters whose values the API can list. */
export const LISTED = ['country', 'region', 'city', 'continent', 'browser', 'os', 'device'] as const
export type Listed = (typeof LISTED)[number]

const FORMS: Record<string, RegExp> = {
  link_id: /^\d{1,16}$/,
  domain_id: /^[1-9]\d{0,15}$/,
  folder_id: /^\d{1,16}$/,
  tag_id: /^[1-9]\d{0,15}$/,
  country: /^[A-Z]{2}$/,
}

/** The filters as API parameters; invalid values are omitted. */
export function toFilterQuery(filters: Filters): Record<string, string | number | boolean> {
  const query: Record<string, string | number | boolean> = {}
  for (const name of Object.keys(FILTERS)) {
    const value = filters[name]
    if (value && (FORMS[name]?.test(value) ?? value.length <= 512)) query[name] = value
  }
  if (filters.include_bots === 'true') query.include_bots = true
  return query
}
