import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { CatalogSchema, Payloads } from '../catalog.schema.ts'
import { type OutboxRow, outboxRepository } from './outbox.repository.ts'

const BATCH = 20
const IDLE_MS = 1_000
const RETRY_MS = 1_000

/**
 * Functions that deliver one change, by topic. Each receives the age of the change and returns the
 * delay in milliseconds until the next delivery, undefined for none. Must be idempotent and finish
 * within five seconds, because they run in an open transaction.
 */
export type Deliveries = {
  [T in keyof Payloads]: (payload: Payloads[T], ageMs: number) => Promise<number | undefined>
}

/** Delivers every committed change at least once. A failing delivery does not delay the others. */
export function startOutboxRelay(
  postgres: Postgres<CatalogSchema>,
  deliveries: Deliveries,
  log: Logger,
) {
  // Async, so that a topic of a later release, which has no delivery here, fails alone.
  const deliver = async ({ topic, payload, created_at }: OutboxRow) =>
    deliveries[topic](payload as never, Date.now() - created_at.getTime())

  /** Relays one batch. Returns whether there may be more rows due. */
  const relay = () =>
    transact(postgres.db, async (tx) => {
      const outbox = outboxRepository(tx)
      const rows = await outbox.take(BATCH)
      const heard: number[] = []
      const outcomes = await Promise.allSettled(rows.map(deliver))
      for (const [i, outcome] of outcomes.entries()) {
        const { id, topic } = rows[i] as OutboxRow
        if (outcome.status === 'rejected') {
          log.info({ err: outcome.reason, topic }, 'publishing from the outbox failed, retrying')
        }
        const againMs = outcome.status === 'rejected' ? RETRY_MS : outcome.value
        if (againMs === undefined) heard.push(id)
        else await outbox.postpone(id, againMs)
      }
      await outbox.remove(heard)
      return rows.length === BATCH
    })

  /** Closing finishes the current batch. */
  return startLoop({ everyMs: IDLE_MS, failing: 'reading the outbox failed, retrying', log }, relay)
}
