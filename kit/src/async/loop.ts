import type { Logger } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'

/** The share by which pauses are shortened at random, so that loops started together drift apart. */
const SPREAD = 0.2

interface LoopOptions {
  /** The longest pause after work that succeeded with nothing left to do, or that failed. */
  everyMs: number
  /** The log line of consecutive failures. */
  failing: string
  log: Logger
}

/**
 * Repeats work until it is closed: at once when `work` returns that there may be more, otherwise after a
 * pause. Its signal is aborted when the loop is closed.
 */
export function startLoop(
  { everyMs, failing, log }: LoopOptions,
  work: (closing: AbortSignal) => Promise<unknown>,
) {
  const closing = new AbortController()
  const { signal } = closing
  const outage = createOutage(failing)
  let woken = false
  let endPause = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs * (1 - SPREAD * Math.random()))
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = false
      try {
        while ((await work(signal)) === true && !signal.aborted);
        outage.ended(log)
      } catch (error) {
        outage.failed(log, error)
      }
      if (!signal.aborted && (outage.lasts || !woken)) await pause()
    }
  }
  const ended = run()

  return {
    /** Ends the pause, except after a failure. */
    wake(): void {
      woken = true
      if (!outage.lasts) endPause()
    },
    /** Waits for the current work. */
    async close(): Promise<void> {
      closing.abort()
      endPause()
      await ended
    },
  }
}
