import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { LinkSchema } from '../link.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { deliveryRepository } from './delivery.repository.ts'
import { eventRepository } from './event.repository.ts'
import { expiryRepository } from './expiry.repository.ts'

const EVERY_MS = 5_000
const BATCH = 500
const TIDY_EVERY_MS = 3_600_000

/**
 * Checks every five seconds for links that reach their expiry date, and every hour for old
 * messages.
 */
export function startExpiry(
  { db }: Postgres<LinkSchema>,
  base: ShortUrlBase,
  onDue: () => void,
  log: Logger,
) {
  let tidiedAt = Number.NEGATIVE_INFINITY

  /** Queues messages for one batch of expired links. Returns whether there may be more. */
  async function sweep(): Promise<boolean> {
    const { expired, messages } = await transact(db, async (tx) => {
      const expired = await expiryRepository(tx).due(BATCH)
      return { expired, messages: await eventRepository(tx, base).ofLinks(expired) }
    })
    if (messages > 0) onDue()
    return expired.length === BATCH
  }

  async function work(): Promise<boolean> {
    if (await sweep()) return true
    if (performance.now() - tidiedAt > TIDY_EVERY_MS) {
      await deliveryRepository(db).failEnded()
      await deliveryRepository(db).tidy()
      tidiedAt = performance.now()
    }
    return false
  }

  /** Closing finishes the current batch. */
  return startLoop(
    { everyMs: EVERY_MS, failing: 'reporting expired links failed, retrying', log },
    work,
  )
}
