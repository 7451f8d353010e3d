import type { ClickRecord } from '../gen/analytics/v1/analytics.ts'

/** How a field of a click appears in JSON: a missing `optional` value is null, an `id` is a string. */
export type FieldKind = 'text' | 'optional' | 'id' | 'integer' | 'boolean' | 'time' | 'json'

/** The field of the REST API for a field of the message. */
type Shown<Name> = Name extends 'created_at_ms'
  ? 'created_at' | 'updated_at'
  : Name extends `${infer Json}_json`
    ? Json
    : Name

/** The fields of a click in the REST API and in exports, in this order. */
export const CLICK_FIELDS = {
  id: 'id',
  link_id: 'id',
  domain_id: 'integer',
  domain: 'text',
  slug: 'text',
  url: 'text',
  created_at: 'time',
  updated_at: 'time', // clicks never change
  title: 'text',
  ip: 'text',
  browser: 'text',
  os: 'text',
  device: 'text',
  language: 'text',
  platform: 'text',
  brand: 'text',
  referer: 'text',
  continent: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  color_scheme: 'optional',
  is_mobile: 'boolean',
  is_eu: 'boolean',
  geo: 'json',
  query: 'json',
  utm_source: 'optional',
  utm_medium: 'optional',
  utm_campaign: 'optional',
  utm_term: 'optional',
  utm_content: 'optional',
  utm_reference: 'optional',
  is_bot: 'boolean',
  variant: 'text',
  trigger: 'text',
  opted_out: 'boolean',
} as const satisfies Record<Shown<keyof ClickRecord>, FieldKind>
export type ClickField = keyof typeof CLICK_FIELDS

/** A text of a click by which clicks are filtered and grouped. */
interface Dimension {
  /** The grouping in the API; the filter has the name of the field. */
  grouping: string
  /** What the filter accepts, for the API description. */
  accepts: string
  /** Restricts the values of the filter. */
  form?: { pattern: string; detail: string }
  /** The title of the clicks without a value; by default, Unknown. */
  missing?: string
  /** Whether the API lists the values. */
  listed: boolean
  example: string | null
}

const utm = (name: string, grouping: string, example: string | null) =>
  ({
    grouping,
    accepts: `Value of ${name} with which the visitor was redirected`,
    listed: false,
    example,
  }) satisfies Dimension

const BY_FIELD = {
  country: {
    grouping: 'countries',
    accepts: 'Two upper-case letters (ISO 3166-1)',
    form: { pattern: '^[A-Z]{2}$', detail: 'must be two upper-case letters' },
    listed: true,
    example: 'CZ',
  },
  city: { grouping: 'cities', accepts: 'Exact English name', listed: true, example: 'Prague' },
  region: { grouping: 'regions', accepts: 'Exact English name', listed: true, example: 'Prague' },
  continent: {
    grouping: 'continents',
    accepts: 'Exact English name',
    listed: true,
    example: 'Europe',
  },
  browser: { grouping: 'browsers', accepts: 'Exact name', listed: true, example: 'Firefox' },
  os: { grouping: 'os', accepts: 'Exact name', listed: true, example: 'Linux' },
  device: { grouping: 'devices', accepts: 'Exact name', listed: true, example: 'Desktop' },
  referer: {
    grouping: 'referers',
    accepts: 'Host of the page with the link',
    missing: 'Direct',
    listed: false,
    example: 'news.example',
  },
  language: { grouping: 'languages', accepts: 'Language code', listed: false, example: 'cs-CZ' },
  brand: {
    grouping: 'brands',
    accepts: 'Exact name of the manufacturer',
    listed: false,
    example: '',
  },
  platform: { grouping: 'platforms', accepts: 'Exact name', listed: false, example: 'x86_64' },
  utm_source: utm('utm_source', 'utm_sources', 'newsletter'),
  utm_medium: utm('utm_medium', 'utm_mediums', 'email'),
  utm_campaign: utm('utm_campaign', 'utm_campaigns', null),
  utm_term: utm('utm_term', 'utm_terms', null),
  utm_content: utm('utm_content', 'utm_contents', null),
  utm_reference: utm('utm_reference', 'utm_references', null),
} satisfies Partial<Record<keyof ClickRecord, Dimension>>

/** The dimensions by field, in the order of the filters. */
export type DimensionName = keyof typeof BY_FIELD
export const DIMENSIONS: Record<DimensionName, Dimension> = BY_FIELD
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[]

/** Filters by an id: of the click, or of the current state of its link. */
export const ID_FILTERS = ['link_id', 'domain_id', 'folder_id', 'tag_id'] as const
export type IdFilter = (typeof ID_FILTERS)[number]
export const isIdFilter = (field: string): field is IdFilter =>
  (ID_FILTERS as readonly string[]).includes(field)

/** Values of one condition. */
export const VALUES_MAX = 50

/** How a condition compares, and the suffix of its parameter in the API. */
const OPERATORS = { is: '', is_not: '_not', contains: '_contains' } as const
export type Operator = keyof typeof OPERATORS
export type ConditionName =
  | IdFilter
  | DimensionName
  | `${IdFilter | DimensionName}_not`
  | `${DimensionName}_contains`

interface ConditionKind {
  name: ConditionName
  field: IdFilter | DimensionName
  operator: Operator
}

/** Every condition by the name of its parameter. Ids and values with a form have no parts. */
export const CONDITIONS: ReadonlyMap<string, ConditionKind> = new Map(
  (Object.keys(OPERATORS) as Operator[]).flatMap((operator) =>
    [...ID_FILTERS, ...DIMENSION_NAMES]
      .filter((field) => operator !== 'contains' || !(isIdFilter(field) || DIMENSIONS[field].form))
      .map((field) => {
        const name = `${field}${OPERATORS[operator]}` as ConditionName
        return [name, { name, field, operator }] as const
      }),
  ),
)

/** The name of the parameter of a condition, whether or not it exists. */
export const conditionName = (field: string, operator: string): string =>
  `${field}${Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator as Operator] : `_${operator}`}`
