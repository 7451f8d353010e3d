import type { Link } from './link.queries.ts'

/** Whether a link has expired, by date or by clicks. */
export const isExpired = (
  { expires_at, expires_after, clicks }: Pick<Link, 'expires_at' | 'expires_after' | 'clicks'>,
  nowMs: number,
): boolean =>
  (expires_at !== null && Date.parse(expires_at) <= nowMs) ||
  (expires_after > 0 && clicks >= expires_after)
