import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import type { Interval, Period } from '../reports/period.rules.ts'

const LINKS_MAX = 100
const INTERVALS_MAX = 400
const PER_DAY = { hour: 24, day: 1, week: 1 / 7 }

/**
 * Throws invalid_request for no links or more than 100, and for a period with more than 400
 * intervals. Months are not limited, because no period has many.
 */
export function checkSeries(linkIds: readonly number[], period: Period, interval: Interval): void {
  const errors: FieldError[] = []
  if (linkIds.length === 0 || linkIds.length > LINKS_MAX) {
    const detail = `must be 1 to ${LINKS_MAX} ids`
    errors.push({ field: 'link_ids', code: 'invalid', detail })
  }
  if (!linkIds.every((it) => Number.isSafeInteger(it) && it >= 0)) {
    errors.push({ field: 'link_ids', code: 'invalid', detail: 'must be a list of ids' })
  }
  if (interval !== 'month' && period.days * PER_DAY[interval] > INTERVALS_MAX) {
    const detail = `gives more than ${INTERVALS_MAX} steps in this period: take a wider one, or a shorter period`
    errors.push({ field: 'interval', code: 'too_many', detail })
  }
  if (errors.length > 0) throw invalid(errors)
}
