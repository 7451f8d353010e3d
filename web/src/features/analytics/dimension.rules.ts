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

type Panel = 'places' | 'sources' | 'technology' | 'campaigns'

/**
 * The panel and the grouping in the API of every dimension, in display order; one that is missing here
 * is a type error. Only filters whose values the API can list are offered.
 */
const DIMENSIONS = {
  country: ['places', 'countries', 'listed'],
  region: ['places', 'regions', 'listed'],
  city: ['places', 'cities', 'listed'],
  continent: ['places', 'continents', 'listed'],
  browser: ['technology', 'browsers', 'listed'],
  os: ['technology', 'os', 'listed'],
  device: ['technology', 'devices', 'listed'],
  brand: ['technology', 'brands'],
  platform: ['technology', 'platforms'],
  referer: ['sources', 'referers'],
  language: ['sources', 'languages'],
  utm_source: ['campaigns', 'utm_sources'],
  utm_medium: ['campaigns', 'utm_mediums'],
  utm_campaign: ['campaigns', 'utm_campaigns'],
  utm_term: ['campaigns', 'utm_terms'],
  utm_content: ['campaigns', 'utm_contents'],
  utm_reference: ['campaigns', 'utm_references'],
} as const satisfies {
  [Name in DimensionName]: readonly [
    Panel,
    After<'/analytics/'>,
    ...(Name extends Listed ? ['listed'] : []),
  ]
}
/** The groupings of links, which are no dimensions of a click. */
const OF_LINKS = [
  { field: 'links', filter: 'link_id' },
  { field: 'folders', filter: 'folder_id' },
  { field: 'tags', filter: 'tag_id' },
] as const
const OF_DOMAINS = { field: 'domains', filter: 'domain_id' } as const

/** A dimension by which clicks are grouped. */
export interface Dimension {
  /** The name of the grouping in the API. */
  field: (typeof DIMENSIONS)[DimensionName][1] | (typeof OF_LINKS)[number]['field'] | 'domains'
  /** The filter for one of its values. */
  filter: FilterName
}
export type FilterName = 'link_id' | 'domain_id' | 'folder_id' | 'tag_id' | DimensionName

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[]

const panel = (id: Panel, ...more: Dimension[]) => {
  const own = DIMENSION_NAMES.filter((name) => DIMENSIONS[name][0] === id)
  const dimensions = own.map((filter): Dimension => ({ field: DIMENSIONS[filter][1], filter }))
  return { id, dimensions: [...dimensions, ...more] }
}

/** The panels of the page and their dimensions. */
export const PANELS: readonly { id: Panel | 'links'; dimensions: readonly Dimension[] }[] = [
  panel('places'),
  panel('sources', OF_DOMAINS),
  panel('technology'),
  panel('campaigns'),
  { id: 'links', dimensions: OF_LINKS },
]

/** All filters, in display order. */
export const FILTERS: readonly FilterName[] = [
  ...(['link_id', 'domain_id', 'folder_id', 'tag_id'] as const),
  ...DIMENSION_NAMES,
]

/** Filters whose values the API can list. */
export const LISTED = DIMENSION_NAMES.filter(
  (name): name is Listed => DIMENSIONS[name][2] === 'listed',
)

const FORMS: Record<string, RegExp> = {
  link_id: /^\d{1,16}$/,
  domain_id: /^[1-9]\d{0,15}$/,
  folder_id: /^\d{1,16}$/,
  tag_id: /^[1-9]\d{0,15}$/,
  country: /^[A-Z]{2}$/,
}

/** How a filter compares, by the suffix of its parameter. */
export type Operator = '' | '_not' | '_contains'

/** The operators of a filter; ids and codes have no parts. */
export const operatorsOf = (field: string): Operator[] =>
  field in FORMS ? ['', '_not'] : ['', '_not', '_contains']

/** Every filter and operator, by the name of the parameter in the URL and the API. */
export const CONDITIONS = FILTERS.flatMap((field) =>
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
