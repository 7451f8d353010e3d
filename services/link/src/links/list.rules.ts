/** Maximum number of links to walk in list order before all matches are gathered and sorted. */
export const WALK = 20_000
/** Up to this many matches are gathered at once. */
export const SMALL = 2_000

/** Whether most of a team's links match. */
export const isCommon = ({ total, all }: { total: number; all: number }): boolean => total > all / 2

/**
 * Whether to look for a page by walking links in list order rather than gathering all `total`
 * matches of the team's `all` links. Matches may cluster anywhere, so the walk ends after WALK.
 */
export function isWalked(
  { total, all }: { total: number; all: number },
  { offset, limit }: Window,
): boolean {
  return total > SMALL && ((offset + limit) * all) / total < WALK / 4
}

/** The position of a page; the offset counts from the end if `backwards`. */
export interface Window {
  offset: number
  limit: number
  backwards: boolean
}

/** Counts from the nearer end of `total`; undefined if the page is beyond the end. */
export function windowOf(total: number, offset: number, limit: number): Window | undefined {
  const behind = total - offset - limit
  if (offset >= total) return undefined
  if (offset <= behind) return { offset, limit, backwards: false }
  return { offset: Math.max(0, behind), limit: Math.min(limit, total - offset), backwards: true }
}
