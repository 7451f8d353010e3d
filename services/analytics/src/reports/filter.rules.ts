import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import type { Filter, Page } from '@fingerpost/protos/analytics/v1/analytics'
import { DIMENSION_NAMES, DIMENSIONS } from '@fingerpost/protos/dimensions'
import { isOneOf, PAGE_SIZES } from '@fingerpost/protos/words'

const SEARCH_MAX = 8_192
const VALUE_MAX = 512

const IDS = ['link_id', 'domain_id', 'folder_id', 'tag_id'] as const

export interface Slice {
  offset: number
  limit: number
}

/** Throws invalid_request with all errors in the filters. */
export function checkFilter(filter: Filter): void {
  const errors: FieldError[] = []
  for (const field of IDS) {
    const id = filter[field]
    if (id !== undefined && !(Number.isSafeInteger(id) && id >= 0)) {
      errors.push({ field, code: 'invalid', detail: 'must be an id' })
    }
  }
  for (const field of DIMENSION_NAMES) {
    const { form } = DIMENSIONS[field]
    const value = filter[field]
    if (form && value !== undefined && !new RegExp(form.pattern).test(value)) {
      errors.push({ field, code: 'invalid', detail: form.detail })
    }
  }
  const check = (field: string, text: string | undefined, max: number) => {
    if (text === undefined || text.length <= max) return
    errors.push({ field, code: 'too_long', detail: `must not be longer than ${max} characters` })
  }
  check('search', filter.search, SEARCH_MAX)
  for (const name of DIMENSION_NAMES) check(name, filter[name], VALUE_MAX)
  if (errors.length > 0) throw invalid(errors)
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
