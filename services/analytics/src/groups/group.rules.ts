import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import { DIMENSION_NAMES, DIMENSIONS } from '@fingerpost/protos/dimensions'
import type { ReportQuery } from '../reports/plan.rules.ts'

/** A grouping of clicks. Its SQL contains only constant text, because it is inserted into statements. */
interface Grouping extends Pick<ReportQuery, 'label' | 'title'> {
  /** The column whose values are the groups, as its filter accepts them. */
  column: string
  /** The displayed text of an empty value. */
  missing?: string
}

const dimension = (column: string, missing = 'Unknown'): Grouping => ({
  column,
  title: { sql: `if(${column} = '', '${missing}', ${column})` },
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
  ...dimension('country'),
  title: {
    sql: `transform(toString(country), {codes:Array(String)}, {names:Array(String)},
      if(country = '', 'Unknown', toString(country)))`,
    params: { codes: CODES, names: CODES.map(countryName) },
  },
}

/** Current short URLs, for rows by link. */
const SHORT_URL = {
  sql: 'short_url',
  join: `LEFT JOIN (SELECT link_id, short_url FROM links_v1 FINAL WHERE org_id = {orgId:UInt64})
    AS link USING (link_id)`,
}

/** A link in several groups counts in each. */
export const GROUPS: Record<string, Grouping> = {
  ...Object.fromEntries(
    Object.entries(DIMENSIONS).map(([name, it]) => [it.grouping, dimension(name, it.missing)]),
  ),
  countries,
  domains: { column: 'domain_id', label: 'domain', title: { sql: 'label' } },
  links: { column: 'link_id', title: SHORT_URL },
  folders: { column: 'folder_id' },
  tags: { column: 'tag_id' },
}

export const GROUP_FIELDS = Object.keys(GROUPS)

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
  if (value === '') return GROUPS[field]?.missing ?? ''
  return field === 'countries' || field === 'country' ? countryName(value) : value
}
