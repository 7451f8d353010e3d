import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import type { Filter, Page } from '@fingerpost/protos/analytics/v1/analytics'
import { isOneOf, PAGE_SIZES } from '@fingerpost/protos/words'

const SEARCH_MAX = 8_192
const VALUE_MAX = 512

/** Filters by one value of a click, and the columns with that value. */
export const VALUE_COLUMNS = {
  country: 'country',
  city: 'city',
  region: 'region',
  continent: 'continent',
  browser: 'browser',
  os: 'os',
  device: 'device',
  referer: 'referer',
  language: 'language',
  brand: 'brand',
  platform: 'platform',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  utm_reference: 'utm_reference',
} as const
const IDS = {
  link_id: 'link_id',
  domain_id: 'domain_id',
  folder_id: 'folder_id',
  tag_id: 'tag_id',
} as const

export interface Slice {
  offset: number
  limit: number
}

/** Throws invalid_request with all errors in the filters. */
export function checkFilter(filter: Filter): void {
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(IDS)) {
    const id = filter[name as keyof typeof IDS]
    if (id !== undefined && !(Number.isSafeInteger(id) && id >= 0)) {
      errors.push({ field, code: 'invalid', detail: 'must be an id' })
    }
  }
  if (filter.country !== undefined && !/^[A-Z]{2}$/.test(filter.country)) {
    errors.push({ field: 'country', code: 'invalid', detail: 'must be two upper-case letters' })
  }
  const check = (field: string, text: string | undefined, max: number) => {
    if (text === undefined || text.length <= max) return
    errors.push({ field, code: 'too_long', detail: `must not be longer than ${max} characters` })
  }
  check('search', filter.search, SEARCH_MAX)
  for (const [name, column] of Object.entries(VALUE_COLUMNS)) {
    check(column, filter[name as keyof typeof VALUE_COLUMNS], VALUE_MAX)
  }
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
