/**
 * Gathers what one turn of the event loop asks and answers it with one call: many readers, one RPC.
 * `load` gets at most `max` keys and answers one value per key, in their order.
 */
export function createLoader<K, V>(
  load: (keys: K[]) => Promise<readonly (V | Error)[]>,
  max = 256,
): (key: K) => Promise<V> {
  let waiting: { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }[] = []

  const send = async () => {
    const batch = waiting
    waiting = []
    try {
      const values = await load(batch.map(({ key }) => key))
      for (const [i, { resolve, reject }] of batch.entries()) {
        const value = values[i]
        if (value instanceof Error) reject(value)
        else resolve(value as V)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => waiting.length > 0 && void send())
      waiting.push({ key, resolve, reject })
      if (waiting.length === max) void send()
    })
}
