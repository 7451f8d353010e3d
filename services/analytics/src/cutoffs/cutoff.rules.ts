/**
 * The first instant whose clicks are kept: the start of a month in UTC, so that at least `months`
 * whole months are kept, and of one month at least 28 days.
 */
export function cutoffOf(nowMs: number, months: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)
}

/**
 * Age at which an arriving click counts as late: a week below that of the newest click that can be
 * retired, for inserts in flight and for clocks that differ.
 */
export const LATE_MS = 21 * 86_400_000
