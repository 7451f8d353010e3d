import { Gauge } from 'prom-client'
import { metrics } from './metrics.ts'

/** Returns the current value; undefined if it is unknown. */
type Reading = () => Promise<number | undefined> | number | undefined

/**
 * A gauge that is read when metrics are collected. The result registers a reading under a label
 * value; a later one under the same value replaces it. Without a label, the value is empty. Failed
 * readings are omitted, because no value is better than a wrong one.
 */
export function createGauge(name: string, help: string, label?: string) {
  const readings = new Map<string, Reading>()
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics],
    async collect() {
      const read = [...readings].map(async ([value, reading]) => [value, await reading()] as const)
      const answers = await Promise.allSettled(read)
      this.reset()
      for (const answer of answers) {
        if (answer.status === 'rejected' || answer.value[1] === undefined) continue
        const [value, reading] = answer.value
        this.set(label ? { [label]: value } : {}, reading)
      }
    },
  })
  return (value: string, reading: Reading): void => void readings.set(value, reading)
}
