import { createBatcher, oneAtATime } from '@fingerpost/kit/async/batcher'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import { redisUrls } from '@fingerpost/kit/stores/redis'
import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { traced, tracing } from '@fingerpost/kit/telemetry/trace'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { Counter } from 'prom-client'
import type { Config } from '../config.ts'
import { createGroup } from './job.rules.ts'
import { openReserve } from './reserve.repository.ts'
import { type Shipper, startShipper } from './shipper.client.ts'
import { openSpool, type Spool } from './spool.repository.ts'
import { watchSpool } from './spool-watch.worker.ts'

/** Clicks of this time are one job: a job costs Redis more than its clicks. */
const JOB_MS = 20
/** The same while the queue is unavailable. */
const AWAY_JOB_MS = 1_000
/** Clicks of one write. */
const WRITE_CLICKS = 500

const recorded = new Counter({
  name: 'fingerpost_clicks_recorded_total',
  help: 'Clicks by where they were stored before the response was sent',
  labelNames: ['put'] as const,
  registers: [metrics],
})
const lost = new Counter({
  name: 'fingerpost_clicks_lost_total',
  help: 'Clicks of answered visits that could be stored nowhere',
  registers: [metrics],
})
const spooled = createGauge('fingerpost_spool_bytes', 'Size of the spool')
const spoolLimit = createGauge(
  'fingerpost_spool_limit_bytes',
  'SPOOL_MAX_BYTES: limit of the spool',
)

/**
 * Group commit: a click is written to the spool with the others of its turn of the event loop, and those
 * that came during the previous write; `record` resolves once they are written. If the spool does not take
 * them, they are added to the queue.
 */
export function openClickQueue(
  spool: Pick<Spool, 'append' | 'seal' | 'failure'>,
  shipper: Pick<Shipper, 'add' | 'isAway'>,
  queues: number,
  log: Logger,
) {
  const losses = createOutage('clicks are lost', 'error')
  let sealing: NodeJS.Timeout | undefined

  function seal(): void {
    sealing = undefined
    void spool.seal()
  }

  /** False if the clicks are lost. */
  async function store(clicks: Click[]): Promise<boolean> {
    try {
      const traceparent = tracing()?.current()
      const addToQueue = () =>
        shipper.add(createGroup(queues, crypto.randomUUID()).add(clicks, traceparent))
      const put = await spool.append(clicks, addToQueue, traceparent)
      if (put === 'spool') sealing ??= setTimeout(seal, shipper.isAway() ? AWAY_JOB_MS : JOB_MS)
      recorded.inc({ put }, clicks.length)
      losses.ended(log)
      return true
    } catch (error) {
      lost.inc(clicks.length)
      losses.failed(log, error)
      return false
    }
  }

  const batcher = createBatcher<Click, boolean>(
    (clicks) => traced('clicks publish', { kind: 'producer' }, () => store(clicks)),
    oneAtATime,
    { maxItems: WRITE_CLICKS },
  )
  return {
    /** Resolves once the click is in the spool or in its queue; with false if neither accepts it. */
    record: batcher.add,
    /** Whether clicks would be lost, as far as is known. */
    losesClicks: (): boolean => spool.failure() !== undefined && shipper.isAway(),
    /** Waits until all pending clicks are stored. */
    async close(): Promise<void> {
      await batcher.close()
      clearTimeout(sealing)
    },
  }
}

/** Clicks of this process on their way to the first `CLICK_QUEUES` queues, by link. */
export async function openClicks(config: Config, lifecycle: Lifecycle, log: Logger) {
  const { SPOOL_DIR: folder, SPOOL_MAX_BYTES: maxBytes, CLICK_QUEUES: queues } = config
  const reserveBytes = config.SPOOL_RESERVE_BYTES
  const reserve = openReserve(folder, reserveBytes)
  const spool = openSpool({ folder, queues, maxBytes, reserve, ship: (it) => shipper.ship(it) })
  await spool.prepare()
  const thread = { folder, reserveBytes, queueUrl: redisUrls(config).queue }
  const shipper = lifecycle.own('shipper', startShipper(thread, spool.measured, log), (it) =>
    it.close(),
  )
  lifecycle.own('spool', spool, (it) => it.close())
  spooled('', spool.bytes)
  spoolLimit('', () => maxBytes)
  const clicks = lifecycle.own('clicks', openClickQueue(spool, shipper, queues, log), (it) =>
    it.close(),
  )
  return {
    ...clicks,
    /** Rejects if the queue is unavailable. */
    checkQueue: shipper.check,
    /** Rejects if the spool cannot be written. */
    checkSpool: watchSpool({ spool, shipper, reserve, reserveBytes, lifecycle, log }),
  }
}
