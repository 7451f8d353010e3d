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

/** The BullMQ queue of clicks, from redirect to the click worker. */
export const CLICK_QUEUE = 'clicks'

/**
 * Sorted set of links whose totals are not yet sent to link. The braces put it in the hash slot of
 * the queue, so that one transaction can use both.
 */
export const TOUCHED_LINKS = `{${CLICK_QUEUE}}:touched`

/** A member of `TOUCHED_LINKS`. */
export const touchedLink = (orgId: number, linkId: number): string => `${orgId}:${linkId}`
