/**
 * The kinds of data that an export of a team contains, by the service that stores them, in the order
 * of an export. Links come before what they refer to, so that it exists when they are read.
 */
export const MOVED_KINDS = {
  link: ['links', 'notes', 'webhooks'],
  catalog: ['organization', 'members', 'domains', 'folders', 'tags', 'views'],
  bio: ['bio_pages', 'bio_links', 'bio_pictures'],
  analytics: ['cutoffs', 'retired_clicks', 'clicks'],
} as const
export type MovedOwner = keyof typeof MOVED_KINDS
export type MovedKind = (typeof MOVED_KINDS)[MovedOwner][number]
/** The kinds of a service. */
export type KindOf<Owner extends MovedOwner> = (typeof MOVED_KINDS)[Owner][number]

/** Kinds of ids: those of the kinds with a table, and of the items of lists of links. */
export type IdKind = MovedKind | 'list_items'

/** Maximum size of one line. */
export const LINE_BYTES = 3_500_000
