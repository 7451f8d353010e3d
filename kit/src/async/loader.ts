import { createBatcher, minInterval } from './batcher.ts'

interface PendingLoad<K, V> {
  key: K
  value?: V | Error | undefined
}

export interface LoaderOptions {
  /** Maximum number of keys in a call; 256 by default. */
  max?: number
  /** Minimum time from call to call in milliseconds, see `minInterval`; 0 by default. */
  minIntervalMs?: number
}

/**
 * Batches lookups into one call: those of one turn of the event loop, and those that wait for
 * `minIntervalMs`. `load` gets at most `max` keys and returns one value per key, in the same order;
 * an error among the values rejects only its key.
 */
export function createLoader<K, V>(
  load: (keys: K[]) => Promise<readonly (V | Error)[]>,
  { max = 256, minIntervalMs = 0 }: LoaderOptions = {},
): (key: K) => Promise<V> {
  const batcher = createBatcher(
    async (batch: PendingLoad<K, V>[]) => {
      const values = await load(batch.map(({ key }) => key))
      for (const [i, asked] of batch.entries()) asked.value = values[i]
    },
    minInterval(minIntervalMs),
    { maxItems: max },
  )
  return async (key) => {
    const asked: PendingLoad<K, V> = { key }
    await batcher.add(asked)
    if (asked.value instanceof Error) throw asked.value
    return asked.value as V
  }
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
