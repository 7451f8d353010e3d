import { runFor } from './connection-share.ts'

/** With this many calls in flight, further keys are collected for up to this long, or for the interval if it is longer. */
const AT_ONCE = 2
const GATHER_MS = 5
/** A batch of this size is sent as soon as no call is in flight, or at the end of the interval. */
const LARGE_BATCH = 32

interface Asked<K, V> {
  key: K
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

export interface LoaderOptions {
  /** Maximum number of keys in a call; 256 by default. */
  max?: number
  /** Minimum time from the start of a call to a call with fewer than 32 keys, in milliseconds; 0 by default. */
  minIntervalMs?: number
}

/**
 * Batches lookups into one call: those of one turn of the event loop, those that arrive within
 * `minIntervalMs` of the previous call, unless there are 32 and no call is in flight, and, while two
 * calls are in flight, those of the next five milliseconds. `load` gets at most `max` keys and returns
 * one value per key, in the same order; an error among the values rejects only its key. A batch may be of
 * several teams, so its connections count for none.
 */
export function createLoader<K, V>(
  load: (keys: K[]) => Promise<readonly (V | Error)[]>,
  { max = 256, minIntervalMs = 0 }: LoaderOptions = {},
): (key: K) => Promise<V> {
  let waiting: Asked<K, V>[] = []
  let inFlight = 0
  let sentAtMs = Number.NEGATIVE_INFINITY
  let scheduled = false
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    inFlight++
    sentAtMs = performance.now()
    void answer(batch).finally(() => {
      inFlight--
      if (waiting.length > 0) sendSoon()
    })
  }

  async function answer(batch: Asked<K, V>[]): Promise<void> {
    try {
      const values = await runFor(undefined, () => load(batch.map(({ key }) => key)))
      for (const [i, { resolve, reject }] of batch.entries()) {
        const value = values[i]
        if (value instanceof Error) reject(value)
        else resolve(value as V)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Sends at the end of this turn of the event loop. */
  function sendSoon(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (waiting.length === 0) return
      const waitMs = delayMs()
      if (waitMs <= 0) send()
      else timer ??= setTimeout(send, waitMs)
    })
  }

  function delayMs(): number {
    const restMs = Math.ceil(sentAtMs + minIntervalMs - performance.now())
    if (inFlight >= AT_ONCE) return Math.max(GATHER_MS, restMs)
    return inFlight === 0 && waiting.length >= LARGE_BATCH ? 0 : restMs
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length >= max) send()
      else sendSoon()
    })
}

/**
 * Like `createLoader`, with one call per group of keys, which are objects. If a call fails, only
 * the keys of its group fail.
 */
export const createGroupLoader = <K extends object, V>(
  groupOf: (key: K) => unknown,
  load: (keys: K[]) => Promise<readonly (V | Error)[]>,
  options?: LoaderOptions,
): ((key: K) => Promise<V>) =>
  createLoader<K, V>(async (keys) => {
    const values = new Map<K, V | Error>()
    const answer = async (ofGroup: K[]) => {
      const answers = await load(ofGroup).catch((error: Error) => ofGroup.map(() => error))
      for (const [i, key] of ofGroup.entries()) values.set(key, answers[i] as V | Error)
    }
    await Promise.all([...Map.groupBy(keys, groupOf).values()].map(answer))
    return keys.map((key) => values.get(key) as V | Error)
  }, options)
