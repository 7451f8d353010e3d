import { runFor } from './connection-share.ts'

/** With this many flushes in flight, further items are collected for up to this long. */
const AT_ONCE = 2
const GATHER_MS = 5
/** A batch of this size does not wait for the interval if no flush is in flight. */
const LARGE_BATCH = 32

/** The batch that waits, and the flushes before it. */
interface Waiting {
  items: number
  weight: number
  /** Since the first item was added. */
  ageMs: number
  /** Since the previous flush began. */
  sinceFlushMs: number
  inFlight: number
}

/**
 * How long a batch still waits, in milliseconds: 0 for the end of this turn of the event loop, Infinity
 * until a flush in flight ends. Asked again after each turn with new items, each flush and each wait.
 */
export type Delay = (waiting: Waiting) => number

/** Group commit: what was added during a flush is the next batch. */
export const oneAtATime: Delay = ({ inFlight }) => (inFlight > 0 ? Number.POSITIVE_INFINITY : 0)

/**
 * At least this time from flush to flush, unless 32 items wait and no flush is in flight; while two are in
 * flight, at least five milliseconds. Flushes without an end are not waited for.
 */
export const minInterval =
  (intervalMs: number): Delay =>
  ({ items, ageMs, sinceFlushMs, inFlight }) => {
    const restMs = intervalMs - sinceFlushMs
    if (inFlight >= AT_ONCE) return Math.max(GATHER_MS - ageMs, restMs)
    return inFlight === 0 && items >= LARGE_BATCH ? 0 : restMs
  }

export interface BatchLimits<Item> {
  /** Maximum number of items of a batch; 256 by default. */
  maxItems?: number
  /** Maximum total of `weigh`, such as bytes; an item that exceeds it is a batch of its own. */
  maxWeight?: number
  weigh?: (item: Item) => number
}

/**
 * Collects items that many callers add, and flushes them together: after `delay`, or at once when a limit is
 * reached, even if other flushes are in flight. An item is in exactly one batch, in the order of adding. All callers
 * of a batch get the result of its flush or its error; for results of single items, the flush returns one
 * for each, see `createLoader`. Items may be of several teams, so the connections of a flush count for none.
 */
export function createBatcher<Item, Result>(
  flush: (items: Item[]) => Promise<Result>,
  delay: Delay = () => 0,
  { maxItems = 256, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 }: BatchLimits<Item> = {},
) {
  let open = emptyBatch<Item, Result>()
  let flushedAtMs = Number.NEGATIVE_INFINITY
  let isLookDue = false
  let later: NodeJS.Timeout | undefined
  const inFlight = new Set<Promise<unknown>>()

  function send(): void {
    clearTimeout(later)
    later = undefined
    const { items, resolve } = open
    open = emptyBatch()
    flushedAtMs = performance.now()
    const flight = runFor(undefined, async () => flush(items))
    resolve(flight)
    const ended = flight
      .catch(() => {}) // the error of the callers
      .then(() => {
        inFlight.delete(ended)
        lookSoon()
      })
    inFlight.add(ended)
  }

  /** Looks at the end of this turn of the event loop. */
  function lookSoon(): void {
    if (isLookDue || open.items.length === 0) return
    isLookDue = true
    setImmediate(look)
  }

  function look(): void {
    isLookDue = false
    if (open.items.length === 0) return
    const nowMs = performance.now()
    const waitMs = delay({
      items: open.items.length,
      weight: open.weight,
      ageMs: nowMs - open.atMs,
      sinceFlushMs: nowMs - flushedAtMs,
      inFlight: inFlight.size,
    })
    // Timers may fire up to a millisecond early.
    if (waitMs < 1) send()
    else if (waitMs < Number.POSITIVE_INFINITY) later ??= setTimeout(lookAgain, Math.ceil(waitMs))
  }

  function lookAgain(): void {
    later = undefined
    look()
  }

  return {
    /** The result of the flush of the batch that the item is in; throws its error. */
    add(item: Item): Promise<Result> {
      const weight = weigh(item)
      if (open.items.length > 0 && open.weight + weight > maxWeight) send()
      if (open.items.length === 0) open.atMs = performance.now()
      const { result } = open
      open.items.push(item)
      open.weight += weight
      if (open.items.length >= maxItems || open.weight >= maxWeight) send()
      else lookSoon()
      return result
    },
    /** Flushes what waits, and what is added until no flush is in flight. */
    async close(): Promise<void> {
      if (open.items.length > 0) send()
      while (inFlight.size > 0) {
        await Promise.all(inFlight)
        if (open.items.length > 0) send()
      }
    },
  }
}

function emptyBatch<Item, Result>() {
  const { promise: result, resolve } = Promise.withResolvers<Result>()
  return { items: [] as Item[], weight: 0, atMs: 0, result, resolve }
}
