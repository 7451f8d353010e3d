import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { TotalRepository } from './total.repository.ts'
import type { TouchedQueue } from './touched.queue.ts'

const EVERY_MS = 300
const TELL_MS = 3_000

/**
 * Sends the totals of touched links to link every 300 ms: one query and one call for many batches.
 * A link stays touched until link has acknowledged its total, even if a process crashes in between.
 */
export function startTotalsSync(
  touched: TouchedQueue,
  totals: TotalRepository,
  link: Client<ClickTotalsService>,
  log: Logger,
) {
  let closing = false
  let away = false
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()

  /** False if there was nothing to send. */
  async function tell(): Promise<boolean> {
    const lease = await touched.claim()
    if (lease.links.length === 0) return false
    try {
      const read = await totals.read(lease.links)
      if (read.length > 0) await link.setClickTotals({ totals: read }, { timeoutMs: TELL_MS })
    } catch (error) {
      await touched.giveBack(lease)
      throw error
    }
    await touched.release(lease)
    return true
  }

  async function tellAll(): Promise<void> {
    try {
      while (await tell()) if (away) log.info('totals are told again')
      away = false
    } catch (error) {
      if (!away) log.warn({ err: error }, 'totals cannot be told, trying again')
      away = true
    }
  }

  const ended = (async () => {
    while (!closing) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, EVERY_MS)), stopped])
      if (!closing) await tellAll()
    }
    await tellAll()
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
