import type { paths, Schemas } from '@fingerpost/client'
import { type Filters, valuesOf } from '../../shared/filter-values.rules.ts'

/** The names in the addresses of the API after a prefix. */
type After<Prefix extends string> = {
  [Path in keyof paths]: Path extends `${Prefix}${infer Name}` ? Name : never
}[keyof paths]
type Query = NonNullable<paths['/analytics/clicks']['get']['parameters']['query']>
type DimensionName = Exclude<keyof Query & keyof Schemas['Click'], 'link_id' | 'domain_id'>
/** Filters whose values the API can list. */
export type Listed = After<'/analytics/value/'>

/** A dimension by which clicks are grouped. */
export interface Dimension {
  /** The name of the grouping in the API. */
  field: After<'/analytics/'>
  name: string
  /** The filter for one of its values. */
  filter: keyof Query
}

/** How a dimension is shown: its panel, its grouping with the name, the label of its filter. */
type Shown = [panel: PanelName, field: After<'/analytics/'>, name: string, label: string]
type PanelName = 'Places' | 'Sources' | 'Technology' | 'Campaigns'

/**
 * Every dimension of the API, in display order; one that is missing here is a type error. Only
 * filters whose values the API can list are offered.
 */
const DIMENSIONS: {
  [Name in DimensionName]: Name extends Listed ? [...Shown, 'listed'] : Shown
} = {
  country: ['Places', 'countries', 'Countries', 'Country', 'listed'],
  region: ['Places', 'regions', 'Regions', 'Region', 'listed'],
  city: ['Places', 'cities', 'Cities', 'City', 'listed'],
  continent: ['Places', 'continents', 'Continents', 'Continent', 'listed'],
  browser: ['Technology', 'browsers', 'Browsers', 'Browser', 'listed'],
  os: ['Technology', 'os', 'Systems', 'System', 'listed'],
  device: ['Technology', 'devices', 'Devices', 'Device', 'listed'],
  brand: ['Technology', 'brands', 'Brands', 'Brand'],
  platform: ['Technology', 'platforms', 'Platforms', 'Platform'],
  referer: ['Sources', 'referers', 'Referers', 'Referer'],
  language: ['Sources', 'languages', 'Languages', 'Language'],
  utm_source: ['Campaigns', 'utm_sources', 'Source', 'Source'],
  utm_medium: ['Campaigns', 'utm_mediums', 'Medium', 'Medium'],
  utm_campaign: ['Campaigns', 'utm_campaigns', 'Campaign', 'Campaign'],
  utm_term: ['Campaigns', 'utm_terms', 'Term', 'Term'],
  utm_content: ['Campaigns', 'utm_contents', 'Content', 'Content'],
  utm_reference: ['Campaigns', 'utm_references', 'Reference', 'Reference'],
}
const ENTRIES = Object.entries(DIMENSIONS) as [DimensionName, [...Shown, 'listed'?]][]
export const DIMENSION_NAMES = ENTRIES.map(([name]) => name)

const panel = (title: PanelName, ...more: Dimension[]) => {
  const own = ENTRIES.filter(([, [panel]]) => panel === title)
  const dimensions = own.map(([filter, [, field, name]]): Dimension => ({ field, name, filter }))
  return { name: title, dimensions: [...dimensions, ...more] }
}

/** The panels of the page and their dimensions. */
export const PANELS: readonly { name: string; dimensions: readonly Dimension[] }[] = [
  panel('Places'),
  panel('Sources', { field: 'domains', name: 'Domains', filter: 'domain_id' }),
  panel('Technology'),
  panel('Campaigns'),
  {
    name: 'Links',
    dimensions: [
      { field: 'links', name: 'Links', filter: 'link_id' },
      { field: 'folders', name: 'Folders', filter: 'folder_id' },
      { field: 'tags', name: 'Tags', filter: 'tag_id' },
    ],
  },
]

/** The labels of all filters, in display order. */
export const FILTERS: Record<string, string> = {
  link_id: 'Link',
  domain_id: 'Domain',
  folder_id: 'Folder',
  tag_id: 'Tag',
  ...Object.fromEntries(ENTRIES.map(([name, [, , , label]]) => [name, label])),
}

/** Filters whose values the API can list. */
export const LISTED = ENTRIES.flatMap(([name, shown]) =>
  shown[4] === 'listed' ? [name as Listed] : [],
)

const FORMS: Record<string, RegExp> = {
  link_id: /^\d{1,16}$/,
  domain_id: /^[1-9]\d{0,15}$/,
  folder_id: /^\d{1,16}$/,
  tag_id: /^[1-9]\d{0,15}$/,
  country: /^[A-Z]{2}$/,
}

/** How a filter compares, by the suffix of its parameter. */
export const OPERATORS = { '': 'is', _not: 'is not', _contains: 'contains' } as const
export type Operator = keyof typeof OPERATORS

/** The operators of a filter; ids and codes have no parts. */
export const operatorsOf = (field: string): Operator[] =>
  field in FORMS ? ['', '_not'] : ['', '_not', '_contains']

/** Every filter and operator, by the name of the parameter in the URL and the API. */
export const CONDITIONS = Object.keys(FILTERS).flatMap((field) =>
  operatorsOf(field).map((operator) => ({ name: `${field}${operator}`, field, operator })),
)

const VALUES_MAX = 50

/** The filters as API parameters; invalid values are omitted. */
export function toFilterQuery(
  filters: Filters,
): Record<string, string | number | boolean | string[]> {
  const query: ReturnType<typeof toFilterQuery> = {}
  for (const { name, field } of CONDITIONS) {
    const isValid = (it: string) => FORMS[field]?.test(it) ?? it.length <= 512
    const values = valuesOf(filters[name]).filter(isValid).slice(0, VALUES_MAX)
    if (values[0]) query[name] = values.length > 1 ? values : values[0]
  }
  if (filters.search && filters.search.length <= 512) query.search = filters.search
  if (filters.include_bots === 'true') query.include_bots = true
  return query
}
