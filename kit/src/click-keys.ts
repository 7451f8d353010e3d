import { prefixOf } from './queue.ts'

/** The queue of clicks, from redirect to the click worker. */
export const CLICK_QUEUE = 'clicks'

/** Links whose totals the click worker has yet to send to link: a sorted set in the slot of the queue. */
export const TOUCHED_LINKS = `${prefixOf(CLICK_QUEUE)}:touched`

/** A member of `TOUCHED_LINKS`. */
export const touchedLink = (orgId: number, linkId: number): string => `${orgId}:${linkId}`
