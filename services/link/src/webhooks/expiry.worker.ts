import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@fingerpost/kit/log'
import type { LinkParts } from '../links/link.handlers.ts'
import { deliveryRepository } from './delivery.repository.ts'
import { eventRepository } from './event.repository.ts'
import { expiryRepository } from './expiry.repository.ts'

const EVERY_MS = 5_000
const BATCH = 500
const TIDY_EVERY_MS = 3_600_000

/** Looks every five seconds for links whose date has come, and every hour for old messages. */
export function startExpiry(
  { postgres, base }: Pick<LinkParts, 'postgres' | 'base'>,
  onDue: () => void,
  log: Logger,
) {
  const stopped = new AbortController()

  /** Notes one batch; answers whether there may be more. */
  async function sweep(): Promise<boolean> {
    const { expired, messages } = await postgres.db.transaction().execute(async (tx) => {
      const expired = await expiryRepository(tx).due(BATCH)
      return { expired, messages: await eventRepository(tx, base).ofLinks(expired) }
    })
    if (messages > 0) onDue()
    return expired.length === BATCH
  }

  async function run(): Promise<void> {
    let tidiedAt = Number.NEGATIVE_INFINITY
    while (!stopped.signal.aborted) {
      try {
        while ((await sweep()) && !stopped.signal.aborted);
        if (performance.now() - tidiedAt > TIDY_EVERY_MS) {
          await deliveryRepository(postgres.db).tidy()
          tidiedAt = performance.now()
        }
      } catch (error) {
        log.warn({ err: error }, 'expired links wait')
      }
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const ended = run()

  return {
    /** Finishes the batch in hand. */
    async close(): Promise<void> {
      stopped.abort()
      await ended
    },
  }
}
