import type { Reach } from '@fingerpost/kit/grpc/context'
import type { Condition, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { conditionsIn } from './filter.rules.ts'
import type { Period } from './period.rules.ts'

/** Approximate number of clicks of a team: on its busiest day, in its busiest calendar month, in total. */
export interface TeamSize {
  busiestDay: number
  busiestMonth: number
  total: number
}

/** The clicks of a report; always those of one team, or of the links of one of its users. */
export interface Scope extends Reach {
  filter: Filter
  period: Period
  /** Clicks before this time are past the retention of the team. */
  cutoffMs?: number | undefined
  /** Unknown counts as large. Affects only the plan, not the result. */
  teamSize?: TeamSize | undefined
}

/** The part of the period in which clicks are shown. */
export const shownPeriod = ({ period, cutoffMs = 0 }: Scope): Period =>
  cutoffMs <= period.fromMs ? period : { ...period, fromMs: Math.min(cutoffMs, period.toMs) }

/** Up to this number of clicks, one query for clicks and visitors is the fastest: docs/decisions/0208. */
const SMALL = 400_000

/**
 * Whether so few clicks are expected in the period that they are counted one by one, together with visitors: as
 * many as if the busiest month of the team were spread evenly, but at least those of its busiest day.
 */
export function isSmall(scope: Scope): boolean {
  const { teamSize: size } = scope
  if (!size) return false
  if (size.total <= SMALL) return true // whatever the period, which may be infinite
  const { days } = shownPeriod(scope)
  return Math.max(size.busiestDay, (size.busiestMonth / 28) * days) <= SMALL
}

/** The column that a condition needs: folders and tags are those of the link. */
const columnOf = ({ field }: Pick<Condition, 'field'>): string =>
  field === 'folder_id' || field === 'tag_id' ? 'link_id' : field

/** The columns that the filters of a scope need. */
export const filterColumns = ({ filter, ownerId }: Scope): string[] => [
  ...conditionsIn(filter).map(columnOf),
  ...(filter.search === undefined ? [] : ['url', 'short_url']), // which no rollup has
  ...(ownerId === undefined ? [] : ['link_id']),
]

/** Columns in which all clicks of a scope have the same value, because a filter says so. */
export const fixedColumns = ({ filter }: Scope): Set<string> =>
  new Set(
    conditionsIn(filter).flatMap(({ field, operator, values }) =>
      operator === 'is' && values.length === 1 && field === columnOf({ field }) ? [field] : [],
    ),
  )
