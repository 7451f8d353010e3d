import { LIST_FIELDS, type ListField } from './destination.rules.ts'
import type { Link } from './link.queries.ts'
import { type FieldOf, fieldsOf } from './link-fields.rules.ts'

/** Whether a link has expired, by date or by clicks. */
export const isExpired = (
  { expires_at, expires_after, clicks }: Pick<Link, 'expires_at' | 'expires_after' | 'clicks'>,
  nowMs: number,
): boolean =>
  (expires_at !== null && Date.parse(expires_at) <= nowMs) ||
  (expires_after > 0 && clicks >= expires_after)

/** Whether some visitors of a link are redirected elsewhere than to its main destination. */
export const hasOtherDestinations = (
  link: Pick<Link, ListField | FieldOf<'devices' | 'rules'>>,
): boolean =>
  link.rules.length > 0 ||
  LIST_FIELDS.some((field) => link[field].length > 0) ||
  fieldsOf('devices').some((field) => link[field])
