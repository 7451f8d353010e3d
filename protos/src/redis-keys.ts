/** The key of the record of a domain, which catalog writes and redirect reads. */
export const domainRecordKey = (name: string): string => `domain:${name}`

/** The address of a link: a domain and the comparison key of a slug. */
export interface SlugAddress {
  domainId: number
  slugKey: string
}

/** What the keys of all slug records begin with. */
export const SLUG_RECORDS = 'slug:'

/** The key of the record of a slug, which link writes and redirect reads. */
export const slugRecordKey = (domainId: number, slugKey: string): string =>
  `${SLUG_RECORDS}${domainId}:${slugKey}`

/** The address in the key of a slug record; undefined for other keys. */
export function slugAddressOf(key: string): SlugAddress | undefined {
  const [, domainId, slugKey] = /^slug:(\d{1,15}):(.+)$/s.exec(key) ?? []
  return domainId && slugKey ? { domainId: Number(domainId), slugKey } : undefined
}

/** The BullMQ queue of changed links, from link to the click worker. */
export const LINK_CHANGE_QUEUE = 'link-changes'

/**
 * The BullMQ click queues, from redirect to the click worker. Redirect adds to the first
 * `CLICK_QUEUES` of them; everything else reads all. The letters select hash slots: if each master
 * of a Redis Cluster has an equal range of slots, the first n queues are spread evenly, for any n. Only append to this list.
 */
export const CLICK_QUEUES = [
  'clicks',
  'clicks-2b',
  'clicks-3c',
  'clicks-4ao',
  'clicks-5d',
  'clicks-6ba',
  'clicks-7z',
  'clicks-8dc',
] as const

/** The first click queue: the only one by default. */
export const [CLICK_QUEUE] = CLICK_QUEUES

/** Sorted set of links whose totals are not yet sent to link, in the hash slot of the first queue. */
export const TOUCHED_LINKS = `{${CLICK_QUEUE}}:touched`

/** The score of a member of `TOUCHED_LINKS` whose total is sent next. */
export const TOUCHED_FIRST = 0

/** A member of `TOUCHED_LINKS`. */
export const touchedLink = (orgId: number, linkId: number): string => `${orgId}:${linkId}`
