import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { DIMENSION_NAMES, DIMENSIONS } from '@fingerpost/protos/dimensions'

/** SQL of a grouping. Contains only constant text, because it is inserted into statements. */
export interface Grouping {
  /** Columns that it needs. */
  by: readonly string[]
  /** Value of a group as text, as its filter accepts it. */
  value: string
  /** The displayed text, by which groups with equal clicks are sorted. */
  title: string
  /** The displayed text of an empty value. */
  missing?: string
  /** Query parameters of the SQL above. */
  params?: Record<string, unknown>
}

const column = (name: string, missing = 'Unknown'): Grouping => ({
  by: [name],
  value: name,
  title: `if(value = '', '${missing}', value)`,
  missing,
})

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** The English name of a country's code. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : code

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => countryName(code) !== code,
)
const countries: Grouping = {
  ...column('country'),
  title: `transform(toString(value), {codes:Array(String)}, {names:Array(String)},
    if(value = '', 'Unknown', toString(value)))`,
  params: { codes: CODES, names: CODES.map(countryName) },
}

/** Groupings by a column of the clicks. */
export const COLUMN_GROUPS: Record<string, Grouping> = {
  ...Object.fromEntries(
    Object.entries(DIMENSIONS).map(([name, it]) => [it.grouping, column(name, it.missing)]),
  ),
  countries,
  domains: { by: ['domain_id', 'domain'], value: 'toString(domain_id)', title: 'any(domain)' },
}

/** Groupings by current properties of links; a link in several groups counts in each. */
export const LINK_GROUPS: Record<string, string> = {
  links: 'link_id',
  folders: 'folder_id',
  tags: 'arrayJoin(tag_ids)',
}

/** A grouping that can share one query with others. */
export interface FewGrouping {
  /** The column of its values. */
  column: string
  title: string
  /** A further aggregate of each row. */
  more?: string
  /** The join that provides the title. */
  from?: string
  params?: Record<string, unknown>
}

/** Groupings of few clicks by one column; `links` are joined with their current state. */
export const FEW_GROUPS: Record<string, FewGrouping> = {
  ...Object.fromEntries(
    Object.entries(COLUMN_GROUPS).flatMap(([field, { by, title, params }]) =>
      by.length === 1
        ? by.map((column) => [field, { column, title, ...(params && { params }) }])
        : [],
    ),
  ),
  domains: { column: 'domain_id', title: 'named', more: 'any(domain) AS named' },
  links: {
    column: 'link_id',
    title: 'short_url',
    from: `LEFT JOIN (SELECT link_id, short_url FROM links_v1 FINAL WHERE org_id = {orgId:UInt64})
      AS link USING (link_id)`,
  },
}

export const GROUP_FIELDS = [...Object.keys(COLUMN_GROUPS), ...Object.keys(LINK_GROUPS)]

/** Columns whose values can be listed, by the name of their filter. */
export const VALUE_FIELDS = DIMENSION_NAMES.filter((name) => DIMENSIONS[name].listed)

/** Throws invalid_request for unknown names and for an empty list. */
export function checkNames(
  field: string,
  names: readonly string[],
  known: readonly string[],
): void {
  const strange = names.filter((name) => !known.includes(name))
  const errors: FieldError[] = strange.map((name) => ({
    field,
    code: 'not_allowed',
    detail: `"${name}" is not one of ${known.join(', ')}`,
  }))
  if (names.length === 0) errors.push({ field, code: 'required', detail: 'is required' })
  if (errors.length > 0) throw invalid(errors)
}

/** The title of a group that has no title of its own. */
export function titleOf(field: string, value: string): string {
  if (value === '') return COLUMN_GROUPS[field]?.missing ?? ''
  return field === 'countries' || field === 'country' ? countryName(value) : value
}
