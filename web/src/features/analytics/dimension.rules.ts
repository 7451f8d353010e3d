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
/** The key of the message for clicks without a value: it is unknown, or there is none. */
type Missing = 'unknown' | 'direct' | 'noValue' | 'noFolder'

/**
 * The panel, the grouping in the API and the text without a value of every dimension, in display order; one
 * that is missing here is a type error. Only filters whose values the API can list are offered.
 */
const DIMENSIONS = {
  country: ['places', 'countries', 'unknown', 'listed'],
  region: ['places', 'regions', 'unknown', 'listed'],
  city: ['places', 'cities', 'unknown', 'listed'],
  continent: ['places', 'continents', 'unknown', 'listed'],
  browser: ['technology', 'browsers', 'unknown', 'listed'],
  os: ['technology', 'os', 'unknown', 'listed'],
  device: ['technology', 'devices', 'unknown', 'listed'],
  brand: ['technology', 'brands', 'unknown'],
  platform: ['technology', 'platforms', 'unknown'],
  referer: ['sources', 'referers', 'direct'],
  language: ['sources', 'languages', 'unknown'],
  utm_source: ['campaigns', 'utm_sources', 'noValue'],
  utm_medium: ['campaigns', 'utm_mediums', 'noValue'],
  utm_campaign: ['campaigns', 'utm_campaigns', 'noValue'],
  utm_term: ['campaigns', 'utm_terms', 'noValue'],
  utm_content: ['campaigns', 'utm_contents', 'noValue'],
  utm_reference: ['campaigns', 'utm_references', 'noValue'],
} as const satisfies {
  [Name in DimensionName]: readonly [
    Panel,
    After<'/analytics/'>,
    Missing,
    ...(Name extends Listed ? ['listed'] : []),
  ]
}
/** The folder id of links without a folder. */
export const NO_FOLDER = '0'
/** The groupings of links, which are no dimensions of a click. */
const OF_LINKS = [
  { field: 'links', filter: 'link_id', missing: 'unknown' },
  { field: 'folders', filter: 'folder_id', missing: 'noFolder' },
  { field: 'tags', filter: 'tag_id', missing: 'unknown' },
] as const
const OF_DOMAINS = { field: 'domains', filter: 'domain_id', missing: 'unknown' } as const

/** A dimension by which clicks are grouped. */
export interface Dimension {
  /** The name of the grouping in the API. */
  field: (typeof DIMENSIONS)[DimensionName][1] | (typeof OF_LINKS)[number]['field'] | 'domains'
  /** The filter for one of its values. */
  filter: FilterName
  missing: Missing
}
export type FilterName = 'link_id' | 'domain_id' | 'folder_id' | 'tag_id' | DimensionName

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[]

const panel = (id: Panel, ...more: Dimension[]) => {
  const own = DIMENSION_NAMES.filter((name) => DIMENSIONS[name][0] === id)
  const dimensions = own.map((filter): Dimension => {
    const [, field, missing] = DIMENSIONS[filter]
    return { field, filter, missing }
  })
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

/** By the grouping in the API. */
export const MISSING: ReadonlyMap<string, Missing> = new Map(
  PANELS.flatMap(({ dimensions }) => dimensions.map(({ field, missing }) => [field, missing])),
)

/** All filters, in display order. */
export const FILTERS: readonly FilterName[] = [
  ...(['link_id', 'domain_id', 'folder_id', 'tag_id'] as const),
  ...DIMENSION_NAMES,
]

/** Filters whose values the API can list. */
export const LISTED = DIMENSION_NAMES.filter(
  (name): name is Listed => DIMENSIONS[name][3] === 'listed',
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
