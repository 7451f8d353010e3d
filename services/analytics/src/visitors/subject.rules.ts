import { DIMENSION_NAMES } from '@fingerpost/protos/dimensions'

/** A kind of row whose visitors are counted in advance. */
export interface Subject {
  name: string
  /** Columns of clicks whose values make a row, and the columns of visitors_v1 that hold them. */
  columns: Readonly<Record<string, 'id' | 'hash' | 'value'>>
  /** SQL that truncates the time of the first click of a visitor. */
  first: 'toStartOfDay' | 'toStartOfFifteenMinutes'
}

const daily = (name: string, columns: Subject['columns']): Subject => ({
  name,
  columns,
  first: 'toStartOfDay',
})

/**
 * All subjects; the first is the whole team. After a release that adds one, all days have to be
 * counted again: its migration inserts a row of generation 0 for each row of visitor_days_v1.
 */
export const SUBJECTS: readonly Subject[] = [
  { name: 'team', columns: {}, first: 'toStartOfFifteenMinutes' },
  ...DIMENSION_NAMES.map((name) => daily(name, { [name]: 'value' })),
  daily('domain', { domain_id: 'id' }),
  daily('link', { link_id: 'id' }),
  daily('destination', { link_id: 'id', url_hash: 'hash' }),
]

/** The subject with exactly these columns. */
export function subjectOf(columns: Iterable<string>): Subject | undefined {
  const wanted = new Set(columns)
  return SUBJECTS.find(
    (it) => wanted.symmetricDifference(new Set(Object.keys(it.columns))).size === 0,
  )
}
