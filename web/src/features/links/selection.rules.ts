import type { Link } from './link.queries.ts'

/** What is kept of a selected link. */
export type Named = Pick<Link, 'id' | 'domain' | 'slug'> & Partial<Pick<Link, 'clicks'>>
export type Selection = ReadonlyMap<string, Named>

/** The selection with or without these links. */
export function withLinks(before: Selection, links: readonly Named[], chosen: boolean): Selection {
  const next = new Map(before)
  for (const link of links) {
    if (chosen) next.set(link.id, link)
    else next.delete(link.id)
  }
  return next
}

/**
 * Whether a row that the keyboard leaves or reaches is selected, when a range is extended from its
 * anchor: moving away adds the row reached, moving back removes the row left.
 */
export const extendedTo = (anchor: number, from: number, to: number) =>
  Math.abs(to - anchor) < Math.abs(from - anchor)
    ? { chosen: [], dropped: [from] }
    : { chosen: [from, to], dropped: [] }

/** The rows between an anchor and a link; only the link if the list has changed meanwhile. */
export function rangeOf<T extends { id: string }>(
  rows: readonly T[],
  [anchorId, link]: readonly [string, T],
): readonly T[] {
  const ends = [rows[0]?.id, rows.at(-1)?.id]
  return ends.includes(anchorId) && ends.includes(link.id) ? rows : [link]
}
