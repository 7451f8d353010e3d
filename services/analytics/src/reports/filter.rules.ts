import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import type { Condition, Filter, Page } from '@fingerpost/protos/analytics/v1/analytics'
import {
  CONDITIONS,
  conditionName,
  DIMENSIONS,
  isIdFilter,
  VALUES_MAX,
} from '@fingerpost/protos/dimensions'
import { isOneOf, PAGE_SIZES } from '@fingerpost/protos/words'

const SEARCH_MAX = 8_192
const VALUE_MAX = 512

export interface Slice {
  offset: number
  limit: number
}

export const conditionsIn = ({ conditions }: Filter): readonly Condition[] => conditions?.all ?? []

/** Throws invalid_request with all errors in the filters. */
export function checkFilter(filter: Filter): void {
  const errors: FieldError[] = conditionsIn(filter).flatMap((condition) => {
    const fault = faultOf(condition)
    return fault ? [{ field: conditionName(condition.field, condition.operator), ...fault }] : []
  })
  if (filter.search !== undefined && filter.search.length > SEARCH_MAX) {
    errors.push({ field: 'search', ...tooLong(SEARCH_MAX) })
  }
  if (errors.length > 0) throw invalid(errors)
}

const tooLong = (max: number) => ({
  code: 'too_long',
  detail: `must not be longer than ${max} characters`,
})

function faultOf({ field: name, operator, values }: Condition) {
  const kind = CONDITIONS.get(conditionName(name, operator))
  // The name goes into the statement, so it must be exactly that of a column.
  if (kind?.field !== name) return { code: 'not_allowed', detail: 'is not a filter' }
  const { field } = kind
  if (values.length === 0 || values.length > VALUES_MAX) {
    return { code: 'invalid', detail: `must have 1 to ${VALUES_MAX} values` }
  }
  if (isIdFilter(field)) {
    const isId = (it: string) => /^\d{1,16}$/.test(it) && Number.isSafeInteger(Number(it))
    return values.every(isId) ? undefined : { code: 'invalid', detail: 'must be an id' }
  }
  const { form } = DIMENSIONS[field]
  if (form && !values.every((it) => new RegExp(form.pattern).test(it))) {
    return { code: 'invalid', detail: form.detail }
  }
  return values.every((it) => it.length <= VALUE_MAX) ? undefined : tooLong(VALUE_MAX)
}

/** Offset and limit of a page; the first 25 by default. Throws invalid_request. */
export function sliceOf(page: Page | undefined): Slice {
  if (!page) return { offset: 0, limit: 25 }
  const errors: FieldError[] = []
  if (!Number.isSafeInteger(page.page) || page.page < 0) {
    errors.push({ field: 'page', code: 'invalid', detail: 'must be a whole number from 0' })
  }
  if (!isOneOf(PAGE_SIZES, page.limit)) {
    errors.push({
      field: 'limit',
      code: 'invalid',
      detail: `must be one of ${PAGE_SIZES.join(', ')}`,
    })
  }
  if (errors.length > 0) throw invalid(errors)
  return { offset: page.page * page.limit, limit: page.limit }
}
