import { unavailable } from '../http/problem.ts'

/** Maximum number of slots per owner: a quarter, at least one. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 4))

export type FairShare = ReturnType<typeof createFairShare>

/**
 * A semaphore whose owners (teams) cannot starve each other: one owner holds at most a quarter of
 * the slots, and free slots go to the waiting owners in turn. `waitingMax` limits the queue of each
 * owner.
 */
export function createFairShare(slots: number, waitingMax = Number.POSITIVE_INFINITY) {
  const perOwner = shareOf(slots)
  const held = new Map<number | string, number>()
  /** Queues of the owners in round-robin order; owners with an empty queue are absent. */
  const waiting = new Map<number | string, (() => void)[]>()
  let free = slots

  const hasRoom = (owner: number | string) => free > 0 && (held.get(owner) ?? 0) < perOwner

  function take(owner: number | string): void {
    free--
    held.set(owner, (held.get(owner) ?? 0) + 1)
  }

  function release(owner: number | string): void {
    free++
    const left = (held.get(owner) ?? 0) - 1
    if (left > 0) held.set(owner, left)
    else held.delete(owner)
    const next = waiting.keys().find(hasRoom)
    if (next !== undefined) startNext(next)
  }

  function startNext(owner: number | string): void {
    const own = waiting.get(owner) ?? []
    const start = own.shift()
    waiting.delete(owner)
    if (own.length > 0) waiting.set(owner, own) // at the end, after the other owners
    take(owner)
    start?.()
  }

  async function run<T>(owner: number | string, work: () => Promise<T>): Promise<T> {
    if (hasRoom(owner)) take(owner)
    else {
      const own = waiting.get(owner) ?? []
      if (own.length >= waitingMax)
        throw unavailable('Too many requests of this kind at once. Try again.')
      const { promise, resolve } = Promise.withResolvers<void>()
      own.push(resolve)
      waiting.set(owner, own)
      await promise
    }
    try {
      return await work()
    } finally {
      release(owner)
    }
  }

  return {
    /** Runs the work in a slot of its owner. Throws unavailable if the owner's queue is full. */
    run,
    /** Takes a slot without waiting; returns its release, or undefined if none is free. */
    tryTake(owner: number | string): (() => void) | undefined {
      if (!hasRoom(owner)) return undefined
      take(owner)
      return () => release(owner)
    },
  }
}
