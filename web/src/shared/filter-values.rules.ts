/** The filters of a page. Several values are joined; lists of ids are comma-separated. */
export type Filters = Record<string, string>

/** Separates values that are repeated in the URL; they may contain commas. */
const SEPARATOR = '\n'

/** The values of a filter, none if it is not set. */
export const valuesOf = (filter = ''): string[] => filter.split(SEPARATOR).filter(Boolean)
export const joined = (values: readonly string[]): string => [...new Set(values)].join(SEPARATOR)

/** The filters in a URL, whose parameters may be repeated. */
export function filtersIn(params: Iterable<[string, string]>): Filters {
  const filters: Filters = {}
  for (const [name, value] of params) filters[name] = joined([...valuesOf(filters[name]), value])
  return filters
}
