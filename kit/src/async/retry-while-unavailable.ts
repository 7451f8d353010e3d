import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'
import { backoffMs } from './backoff.ts'

/** Maximum backoff while a store is unavailable. */
const LONGEST_MS = 5_000

/**
 * Retries work while its store is unavailable, instead of failing. Jobs stay active then and
 * so block those behind them, which would fail as well, and which form large batches when the store
 * is back. Other errors are thrown as they are.
 */
export function createUnavailableRetry(
  store: string,
  isUnavailable: (error: unknown) => boolean,
  log: Logger,
  pauseMs = (tries: number) => Math.min(backoffMs(tries), LONGEST_MS),
) {
  const closing = new AbortController()
  const { signal } = closing
  const outage = createOutage('store is unavailable, jobs wait')

  return {
    /** `work` receives the number of this attempt, from 1. */
    async retryWhileUnavailable<T>(work: (attempt: number) => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries++) {
        try {
          const done = await work(tries)
          outage.ended(log, { store })
          return done
        } catch (error) {
          if (signal.aborted || !isUnavailable(error)) throw error
          outage.failed(log, error, { store })
        }
        await pause(pauseMs(tries), undefined, { signal }).catch(() => {})
      }
    },
    /** Stops retrying: from now on, errors are thrown at once. */
    close: () => closing.abort(),
  }
}
