import { createGauge } from './gauges.ts'

/** What waits in an outbox, and for how long the oldest of it. */
export interface OutboxLag {
  rows: number
  oldestSeconds: number
}

const rows = createGauge('fingerpost_outbox_rows', 'Unpublished outbox rows', 'service')
const oldest = createGauge(
  'fingerpost_outbox_oldest_seconds',
  'Age of the oldest change in the outbox',
  'service',
)

/** Shows the outbox of a service in the metrics of its process. */
export function measureOutbox(service: string, lag: () => Promise<OutboxLag>): void {
  rows(service, async () => (await lag()).rows)
  oldest(service, async () => (await lag()).oldestSeconds)
}
