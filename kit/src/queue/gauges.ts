import { createGauge } from '../telemetry/gauges.ts'
import type { OpenQueue } from './queue.ts'

const jobs = createGauge('fingerpost_queue_jobs', 'Jobs that are not done', 'queue')
const oldest = createGauge(
  'fingerpost_queue_oldest_age_seconds',
  'Age of the oldest job that is not done',
  'queue',
)

/** Exports depth and age of a queue as metrics of this process. */
export function measureQueue(
  name: string,
  queue: Pick<OpenQueue<never>, 'depth' | 'oldestAtMs'>,
): void {
  jobs(name, queue.depth)
  oldest(name, async () => {
    const atMs = await queue.oldestAtMs()
    return atMs === undefined ? 0 : Math.max(0, Date.now() - atMs) / 1_000
  })
}
