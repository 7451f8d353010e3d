import { metrics } from '@fingerpost/kit/admin'
import type { OpenQueue } from '@fingerpost/kit/queue'
import type { GroupLimits } from '@fingerpost/kit/queue-groups'
import type { ClickBatch } from '@fingerpost/protos/click/v1/click'
import { Gauge } from 'prom-client'

/**
 * A busy redirect sends 200 jobs a second however few clicks there are, and ClickHouse dislikes small
 * inserts: docs/decisions/0012.
 */
export const CLICK_GROUPS: GroupLimits<unknown> = {
  gatherMs: 100,
  maxJobs: 32,
  maxWeight: 2_000,
  parallel: 4,
  weigh(data) {
    const clicks = (data as Partial<ClickBatch> | null)?.clicks
    return Array.isArray(clicks) ? clicks.length : 1
  },
}

/** Depth and age of the queue, asked when somebody looks and not all the time. */
export function measureQueue(queue: OpenQueue<unknown>): void {
  const gauges: [name: string, help: string, ask: () => Promise<number>][] = [
    ['click_queue_jobs', 'Jobs of clicks that are not done', queue.depth],
    [
      'click_queue_oldest_seconds',
      'Age of the oldest job of clicks that is not done',
      async () => Math.max(0, Date.now() - ((await queue.oldestAtMs()) ?? Date.now())) / 1_000,
    ],
  ]
  for (const [name, help, ask] of gauges) {
    metrics.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        this.set(await ask().catch(() => Number.NaN))
      },
    })
  }
}
