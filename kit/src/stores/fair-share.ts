import { unavailable } from '../http/problem.ts'

/** Maximum number of slots per owner: a quarter, at least one. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 4))

/** Parts of a job that an owner starts in one turn at most, so that the others do not wait for long. */
const TURN_MAX = 4

interface Queue {
  parts: { start: () => void; job: unknown }[]
  /** Parts that were started in the present turn of the owner. */
  started: number
}

export type FairShare = ReturnType<typeof createFairShare>

/**
 * A semaphore whose owners (teams) cannot starve each other: one owner holds at most a quarter of
 * the slots, and free slots go to the waiting owners in turn. An owner keeps its turn while the next
 * work in its queue is a part of the same job: if the parts of all jobs took turns, all jobs would end
 * late. `waitingMax` limits the queue of each owner.
 */
export function createFairShare(slots: number, waitingMax = Number.POSITIVE_INFINITY) {
  const perOwner = shareOf(slots)
  const held = new Map<number | string, number>()
  /** Queues of the owners in round-robin order; owners with an empty queue are absent. */
  const waiting = new Map<number | string, Queue>()
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
    const queue = waiting.get(owner)
    const part = queue?.parts.shift()
    if (!queue || !part) return
    queue.started++
    if (queue.parts[0]?.job !== part.job || queue.started === TURN_MAX) {
      queue.started = 0
      waiting.delete(owner)
      if (queue.parts.length > 0) waiting.set(owner, queue) // at the end, after the other owners
    }
    take(owner)
    part.start()
  }

  async function run<T>(
    owner: number | string,
    work: () => Promise<T>,
    job: unknown = {},
  ): Promise<T> {
    if (hasRoom(owner)) take(owner)
    else {
      const queue = waiting.get(owner) ?? { parts: [], started: 0 }
      if (queue.parts.length >= waitingMax)
        throw unavailable('Too many requests of this kind at once. Try again.')
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.parts.push({ start: resolve, job })
      waiting.set(owner, queue)
      await promise
    }
    try {
      return await work()
    } finally {
      release(owner)
    }
  }

  return {
    /**
     * Runs the work in a slot of its owner. Work with the same `job` is part of one job. Throws
     * unavailable if the owner's queue is full.
     */
    run,
    /** Takes a slot without waiting; returns its release, or undefined if none is free. */
    tryTake(owner: number | string): (() => void) | undefined {
      if (!hasRoom(owner)) return undefined
      take(owner)
      return () => release(owner)
    },
  }
}
