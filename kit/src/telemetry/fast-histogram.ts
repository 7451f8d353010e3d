import type { Metric } from 'prom-client'
import { metrics } from './metrics.ts'

/** Bucket bounds of response times in seconds: from a cached visit to a call that times out. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * A histogram for hot paths: observing a value takes a few comparisons and additions, and the
 * registry is updated when metrics are collected. The result takes label values and returns the
 * function that observes; frequent callers keep that function.
 */
export function createFastHistogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  bounds: readonly number[] = SECONDS,
): (...labels: string[]) => (value: number) => void {
  const children = new Map<string, Child>()

  const histogram = {
    name,
    type: 'histogram',
    reset: () => children.clear(),
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...children.values()].flatMap((child) => valuesOf(name, child, bounds)),
    }),
  }
  // The registry uses only these members; the type of a metric has more.
  metrics.registerMetric(histogram as unknown as Metric)

  return (...labels) => {
    const key = labels.join('\0')
    const known = children.get(key)
    if (known) return known.watch
    const child = createChild(
      Object.fromEntries(labelNames.map((label, i) => [label, labels[i] ?? ''])),
      bounds,
    )
    children.set(key, child)
    return child.watch
  }
}

interface Child {
  labels: Record<string, string>
  /** Number of values by the first bound that they do not exceed; the last is for larger values. */
  counts: Float64Array
  sum(): number
  watch(value: number): void
}

function createChild(labels: Record<string, string>, bounds: readonly number[]): Child {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    labels,
    counts,
    sum: () => sum,
    watch(value) {
      let at = 0
      while (at < bounds.length && value > (bounds[at] as number)) at++
      counts[at] = (counts[at] as number) + 1
      sum += value
    },
  }
}

function valuesOf(name: string, { labels, counts, sum }: Child, bounds: readonly number[]) {
  let count = 0
  const buckets = [...counts].map((here, i) => {
    count += here
    const le = i < bounds.length ? String(bounds[i]) : '+Inf'
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum() },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
