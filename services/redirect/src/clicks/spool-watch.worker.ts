import { startLoop } from '@fingerpost/kit/async/loop'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import type { Reserve } from './reserve.repository.ts'
import type { Shipper } from './shipper.client.ts'
import type { Spool } from './spool.repository.ts'

const CHECK_MS = 1_000

const reserveFree = createGauge(
  'fingerpost_spool_reserve_free_bytes',
  'Disk space that is reserved for the spool and not in use',
)
const reserveLimit = createGauge(
  'fingerpost_spool_reserve_limit_bytes',
  'SPOOL_RESERVE_BYTES: disk space to reserve for the spool',
)
const writable = createGauge(
  'fingerpost_spool_writable',
  '1 if the spool takes clicks, 0 if it is full or its disk cannot be written',
)

interface WatchParts {
  spool: Spool
  shipper: Shipper
  reserve: Reserve
  reserveBytes: number
  lifecycle: Lifecycle
  log: Logger
}

/**
 * Makes the missing parts of the reserve and finds out every second whether the spool can be
 * written. Replaces its file while files can be sent to the queue and removed. Returns the check for readiness.
 */
export function watchSpool(parts: WatchParts): () => Promise<void> {
  const { spool, shipper, reserve, reserveBytes, lifecycle, log } = parts
  const { failure } = spool
  const outage = createOutage('the spool cannot be written', 'error')

  async function round(): Promise<boolean> {
    try {
      if (!shipper.isAway()) await spool.rotate()
      return await reserve.fill()
    } finally {
      await spool.check()
      const err = failure()
      if (err) outage.failed(log, err)
      else outage.ended(log)
    }
  }

  reserveFree('', reserve.freeBytes)
  reserveLimit('', () => reserveBytes)
  writable('', () => (failure() ? 0 : 1))
  const options = { everyMs: CHECK_MS, failing: 'reserving disk space failed, retrying', log }
  lifecycle.own('spool watch', startLoop(options, round), (it) => it.close())
  return async () => {
    const err = failure()
    if (err) throw err
  }
}
