import { unavailable } from '../http/problem.ts'
import { deadline } from '../process/pace.ts'

/** Maximum number of slots per owner: a quarter, at least one. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 4))

/** Parts of a job that an owner starts in one turn at most, so that the others do not wait for long. */
const TURN_MAX = 4

interface Part {
  start: () => void
  job: unknown
}

interface Queue {
  parts: Part[]
  /** Parts that were started in the present turn of the owner. */
  started: number
}

export type FairShare = ReturnType<typeof createFairShare>

/**
 * A semaphore whose owners (teams) cannot starve each other: one owner holds at most a quarter of
 * the slots, and free slots go to the waiting owners in turn. An owner keeps its turn while the next
 * work in its queue is a part of the same job: if the parts of all jobs took turns, all jobs would end
 * late. `waitingMax` limits the queue of each owner, `waitingMaxMs` the time in it, and `perOwner` its slots
 * where a quarter does not fit.
 */
export function createFairShare(
  slots: number,
  waitingMax = Number.POSITIVE_INFINITY,
  waitingMaxMs?: number,
  perOwner = shareOf(slots),
) {
  const held = new Map<number | string, number>()
  /** Queues of the owners in round-robin order; owners with an empty queue are absent. */
  const waiting = new Map<number | string, Queue>()
  let free = slots

  const canTake = (owner: number | string) => free > 0 && (held.get(owner) ?? 0) < perOwner

  function take(...owners: (number | string)[]): void {
    free--
    for (const owner of owners) held.set(owner, (held.get(owner) ?? 0) + 1)
  }

  function release(...owners: (number | string)[]): void {
    free++
    for (const owner of owners) {
      const left = (held.get(owner) ?? 0) - 1
      if (left > 0) held.set(owner, left)
      else held.delete(owner)
    }
    const next = waiting.keys().find(canTake)
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

  /** Resolves when the turn of the work has come, and its slot is taken. */
  async function queued(owner: number | string, job: unknown): Promise<void> {
    const queue = waiting.get(owner) ?? { parts: [], started: 0 }
    if (queue.parts.length >= waitingMax) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const part = { start: resolve, job }
    queue.parts.push(part)
    waiting.set(owner, queue)
    if (waitingMaxMs === undefined) return promise
    const timer = setTimeout(() => {
      queue.parts.splice(queue.parts.indexOf(part), 1)
      if (queue.parts.length === 0) waiting.delete(owner)
      reject(refusal())
    }, deadline(waitingMaxMs))
    return promise.finally(() => clearTimeout(timer))
  }

  async function run<T>(
    owner: number | string,
    work: () => Promise<T>,
    job: unknown = {},
  ): Promise<T> {
    if (canTake(owner)) take(owner)
    else await queued(owner, job)
    try {
      return await work()
    } finally {
      release(owner)
    }
  }

  return {
    /**
     * Runs the work in a slot of its owner. Work with the same `job` is part of one job. Throws
     * unavailable if the owner's queue is full, or if the work has waited too long.
     */
    run,
    /**
     * Takes a slot without waiting, for each of these owners (a team and a person); returns its release,
     * or undefined if none is free. The last quarter of the slots is for owners that hold none.
     */
    tryTake(...owners: (number | string)[]): (() => void) | undefined {
      const isReserved = free <= perOwner && owners.some((owner) => held.has(owner))
      if (isReserved || !owners.every(canTake)) return undefined
      take(...owners)
      return () => release(...owners)
    },
  }
}

/**
 * A semaphore that runs the work of a team one at a time, and that of four teams at once: for changes that wait
 * for a lock, so that those of one team hold one connection, also when they wait for longer than
 * `createConnectionShare` allows.
 */
export const createTeamQueue = (waitingMax = 200): FairShare => createFairShare(4, waitingMax)

const refusal = () => unavailable('Too many requests of this kind at once. Try again.')
