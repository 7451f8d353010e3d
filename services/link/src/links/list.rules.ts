/** So many links are looked through in the order of the list before all that fit are gathered and sorted. */
export const WALK = 20_000
/** Fewer than this are gathered at once. */
const FEW = 2_000

/** Whether most links of a team are among those that fit. */
export const isCommon = ({ total, all }: { total: number; all: number }): boolean => total > all / 2

/**
 * Whether to look for a page among the links in its order, or to gather all `total` that fit, of `all`
 * that the team has. Where those that fit stand in the order nobody knows, hence no more than WALK.
 */
export function isWalked(
  { total, all }: { total: number; all: number },
  { offset, limit }: Window,
): boolean {
  return total > FEW && ((offset + limit) * all) / total < WALK / 4
}

/** Where a page is found: so many passed over, from the end when `backwards`. */
export interface Window {
  offset: number
  limit: number
  backwards: boolean
}

/** From whichever end of `total` is nearer; undefined when nothing is there. */
export function windowOf(total: number, offset: number, limit: number): Window | undefined {
  const behind = total - offset - limit
  if (offset >= total) return undefined
  if (offset <= behind) return { offset, limit, backwards: false }
  return { offset: Math.max(0, behind), limit: Math.min(limit, total - offset), backwards: true }
}
