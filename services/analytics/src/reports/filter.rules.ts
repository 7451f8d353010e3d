import { type FieldError, invalid } from '@fingerpost/kit/problem'
import type { Filter, Page } from '@fingerpost/protos/analytics/v1/analytics'

export const LIMITS = [10, 25, 50, 75, 100]
const LENGTHS = {
  search: 8_192,
  city: 256,
  region: 256,
  continent: 256,
  browser: 256,
  os: 256,
  device: 256,
} as const
const IDS = {
  linkId: 'link_id',
  domainId: 'domain_id',
  folderId: 'folder_id',
  tagId: 'tag_id',
} as const

export interface Slice {
  offset: number
  limit: number
}

/** Throws invalid_request with everything that is wrong with the filters. */
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
  for (const [field, max] of Object.entries(LENGTHS)) {
    const text = filter[field as keyof typeof LENGTHS]
    if (text !== undefined && text.length > max) {
      errors.push({ field, code: 'too_long', detail: `must not be longer than ${max} characters` })
    }
  }
  if (errors.length > 0) throw invalid(errors)
}

/** Which part of a list; absent = the first 25. Throws invalid_request. */
export function sliceOf(page: Page | undefined): Slice {
  if (!page) return { offset: 0, limit: 25 }
  const errors: FieldError[] = []
  if (!Number.isSafeInteger(page.page) || page.page < 0) {
    errors.push({ field: 'page', code: 'invalid', detail: 'must be a whole number from 0' })
  }
  if (!LIMITS.includes(page.limit)) {
    errors.push({ field: 'limit', code: 'invalid', detail: `must be one of ${LIMITS.join(', ')}` })
  }
  if (errors.length > 0) throw invalid(errors)
  return { offset: page.page * page.limit, limit: page.limit }
}
