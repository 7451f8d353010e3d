import type { FieldError } from '@fingerpost/kit/http/problem'
import type { CreateViewRequest, UpdateViewRequest, View } from '@fingerpost/protos/catalog/v1/view'
import { checkName, plainName } from '@fingerpost/protos/name'
import { isOneOf, VIEW_PAGES } from '@fingerpost/protos/words'
import type { ViewRow } from '../catalog.schema.ts'

const NAME_MAX = 50
const QUERY_MAX = 2_000

/** The stored fields of a view; absent fields stay unchanged. */
export interface ViewChanges {
  name?: string
  page?: string
  query?: string
}

/** Validates a new view. Returns its fields or all errors. */
export function checkNewView(request: CreateViewRequest): Required<ViewChanges> | FieldError[] {
  const checked = checkView(request)
  return Array.isArray(checked) ? checked : { name: '', page: '', query: '', ...checked }
}

/** Validates an update. Returns the changed fields or all errors. */
export function checkView({
  name,
  page,
  query,
}: Omit<UpdateViewRequest, 'id'>): ViewChanges | FieldError[] {
  const changes: ViewChanges = {
    ...(name !== undefined && { name: plainName(name) }),
    ...(page !== undefined && { page }),
    ...(query !== undefined && { query }),
  }
  const errors = [
    name === undefined ? undefined : checkName('name', name, NAME_MAX),
    page === undefined || isOneOf(VIEW_PAGES, page)
      ? undefined
      : { field: 'page', code: 'not_allowed', detail: `must be one of ${VIEW_PAGES.join(', ')}` },
    query === undefined ? undefined : checkQuery(query),
  ].filter((it) => it !== undefined)
  return errors.length > 0 ? errors : changes
}

/** Checks a query string without its question mark. Returns the error, if any. */
function checkQuery(query: string): FieldError | undefined {
  if (query.length > QUERY_MAX) {
    const detail = `must not be longer than ${QUERY_MAX} characters`
    return { field: 'query', code: 'too_long', detail }
  }
  if (/^\?|[#\p{Cc}]/u.test(query) || !isEncoded(query)) {
    const detail = 'must be a query string: percent-encoded UTF-8, without ? at the start and #'
    return { field: 'query', code: 'invalid_query', detail }
  }
  return undefined
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** A view as the API shows it to its team. */
export const toView = (row: ViewRow): View => ({
  id: row.id,
  name: row.name,
  page: row.page,
  query: row.query,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
