import { unavailable } from './problem.ts'

/** The most slots that one owner holds at a time: a quarter, at least one. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 4))

export type FairShare = ReturnType<typeof createFairShare>

/**
 * A semaphore whose owners (teams) cannot starve each other: one owner holds at most a quarter of the
 * slots, and a slot that becomes free goes to the waiting owners in turn. `waitingMax` bounds how many
 * pieces of work one owner may have waiting.
 */
export function createFairShare(slots: number, waitingMax = Number.POSITIVE_INFINITY) {
  const perOwner = shareOf(slots)
  const held = new Map<number | string, number>()
  /** In the order of their turns; an owner without waiting work is not in it. */
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
    /** Runs the work in a slot of its owner. Throws unavailable when too much of it waits already. */
    run,
    /** A slot at once, to be given back by calling the result; undefined when the owner's share is used up. */
    tryTake(owner: number | string): (() => void) | undefined {
      if (!hasRoom(owner)) return undefined
      take(owner)
      return () => release(owner)
    },
  }
}
