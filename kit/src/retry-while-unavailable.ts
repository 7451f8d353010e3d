import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from './log.ts'
import { backoffMs } from './queue.ts'

/** The longest pause before a store that is away is tried again. */
const LONGEST_MS = 5_000

/**
 * Does work again for as long as its store is away, instead of failing. Jobs that are kept in hand so
 * hold up those behind them, which could not be done either, and which are many at once when the store
 * is back. What fails for another reason is thrown as it is.
 */
export function createUnavailableRetry(
  store: string,
  isAway: (error: unknown) => boolean,
  log: Logger,
  pauseMs = (tries: number) => Math.min(backoffMs(tries), LONGEST_MS),
) {
  const closing = new AbortController()
  const { signal } = closing
  let away = false

  return {
    async retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries++) {
        try {
          const done = await work()
          if (away) log.info({ store }, 'the store is back')
          away = false
          return done
        } catch (error) {
          if (signal.aborted || !isAway(error)) throw error
          if (!away) log.warn({ err: error, store }, 'the store is away, jobs wait')
          away = true
        }
        await pause(pauseMs(tries), undefined, { signal }).catch(() => {})
      }
    },
    /** From now on nobody waits: what the store does not take is thrown. */
    close: () => closing.abort(),
  }
}
