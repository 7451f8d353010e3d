import { type Kysely, sql } from 'kysely'
import { createGauge } from '../telemetry/gauges.ts'

const rows = createGauge('fingerpost_outbox_rows', 'Unpublished outbox rows', 'service')
const oldest = createGauge(
  'fingerpost_outbox_oldest_age_seconds',
  'Age of the oldest change in the outbox',
  'service',
)

/** Exports the number of rows in a service's outbox, and the age of the oldest, as metrics of its process. */
export function measureOutbox<Schema>(service: string, db: Kysely<Schema>): void {
  const lag = sql<{ rows: number; age: number }>`
    select count(*)::float8 as rows,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
    from outbox`
  rows(service, async () => (await lag.execute(db)).rows[0]?.rows)
  oldest(service, async () => (await lag.execute(db)).rows[0]?.age)
}
