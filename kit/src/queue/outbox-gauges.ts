import { createGauge } from '../telemetry/gauges.ts'

/** Number of unpublished outbox rows, and the age of the oldest. */
export interface OutboxLag {
  rows: number
  oldestSeconds: number
}

const rows = createGauge('fingerpost_outbox_rows', 'Unpublished outbox rows', 'service')
const oldest = createGauge(
  'fingerpost_outbox_oldest_age_seconds',
  'Age of the oldest change in the outbox',
  'service',
)

/** Exports the lag of a service's outbox as metrics of its process. */
export function measureOutbox(service: string, lag: () => Promise<OutboxLag>): void {
  rows(service, async () => (await lag()).rows)
  oldest(service, async () => (await lag()).oldestSeconds)
}
