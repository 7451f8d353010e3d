import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { TotalRepository } from './total.repository.ts'
import type { TouchedQueue } from './touched.queue.ts'

const EVERY_MS = 300
const REPORT_MS = 3_000
/** Minimum age of a touch while many links wait, so that several clicks are sent as one total. */
const MIN_AGE_MS = 2_500

/**
 * Sends the totals of touched links to link every 300 ms: one query and one call for many batches. While
 * many links wait, each is sent at most every `MIN_AGE_MS`.
 * A link stays touched until link has acknowledged its total, even if a process crashes in between.
 */
export function startTotalsSync(
  touched: TouchedQueue,
  totals: TotalRepository,
  link: Client<ClickTotalsService>,
  log: Logger,
) {
  let closing = false
  let failing = false
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()

  /** False if there was nothing to send. */
  async function report(): Promise<boolean> {
    const lease = await touched.claim(closing ? 0 : MIN_AGE_MS)
    if (lease.links.length === 0) return false
    try {
      const read = await totals.read(lease.links)
      if (read.length > 0) await link.setClickTotals({ totals: read }, { timeoutMs: REPORT_MS })
    } catch (error) {
      await touched.giveBack(lease)
      throw error
    }
    await touched.release(lease)
    return true
  }

  async function reportAll(): Promise<void> {
    try {
      while (await report()) {
        if (failing) log.info('click totals are reported again')
        failing = false
      }
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'reporting click totals failed, retrying')
      failing = true
    }
  }

  const ended = (async () => {
    while (!closing) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, EVERY_MS)), stopped])
      if (!closing) await reportAll()
    }
    await reportAll()
  })()

  return {
    /** Sends the remaining totals and stops. */
    async close(): Promise<void> {
      closing = true
      stop()
      await ended
    },
  }
}
