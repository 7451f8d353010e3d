import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { TotalRepository } from './total.repository.ts'
import type { TouchedQueue } from './touched.queue.ts'

/** Pause before totals are sent again: `factor` times as long as sending took, from `minMs` to `maxMs`. */
const PAUSE = { minMs: 300, maxMs: 600, factor: 10 }
const REPORT_MS = 3_000
/** Minimum age of a touch while many links wait, so that several clicks are sent as one total. */
const MIN_AGE_MS = 2_500

/**
 * Sends the totals of touched links to link, one query and one call for many batches, with longer pauses when
 * that takes longer. While many links wait, each is sent at most every `MIN_AGE_MS`.
 * A link stays touched until link has acknowledged its total, even if a process crashes in between.
 */
export function startTotalsSync(
  touched: TouchedQueue,
  totals: TotalRepository,
  link: Client<ClickTotalsService>,
  log: Logger,
) {
  let closing = false
  const outage = createOutage('reporting click totals failed, retrying')
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()

  /** Whether more totals may have to be sent. */
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
    outage.ended(log)
    return closing || lease.isFull
  }

  async function reportAll(): Promise<void> {
    try {
      while (await report());
    } catch (error) {
      outage.failed(log, error)
    }
  }

  const ended = (async () => {
    let pauseMs = PAUSE.minMs
    while (!closing) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pauseMs)), stopped])
      const beganMs = performance.now()
      if (!closing) await reportAll()
      pauseMs = pauseAfter(performance.now() - beganMs)
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

/** The pause in milliseconds after sending totals took `tookMs`. */
export const pauseAfter = (tookMs: number): number =>
  Math.min(Math.max(PAUSE.minMs, PAUSE.factor * tookMs), PAUSE.maxMs)
