import { prefixOf } from './queue.ts'

/** The queue of clicks, from redirect to the click worker. */
export const CLICK_QUEUE = 'clicks'

/** Sorted set of links whose totals are not yet sent to link, in the hash slot of the queue. */
export const TOUCHED_LINKS = `${prefixOf(CLICK_QUEUE)}:touched`

/** A member of `TOUCHED_LINKS`. */
export const touchedLink = (orgId: number, linkId: number): string => `${orgId}:${linkId}`
