import { Counter } from 'prom-client'
import { metrics } from './metrics.ts'

/**
 * A counter with one label for hot paths: incrementing is one map write, and the registry is
 * updated when metrics are collected.
 */
export function createFastCounter(
  name: string,
  help: string,
  label: string,
): (value: string) => void {
  const counts = new Map<string, number>()
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [value, count] of counts) this.inc({ [label]: value }, count)
    },
  })
  return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1)
}
