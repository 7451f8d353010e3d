import { join } from 'node:path'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { watchMemory } from '@fingerpost/kit/stores/redis-memory'
import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { CLICK_QUEUE, CLICK_QUEUES } from '@fingerpost/protos/redis-keys'
import type { Redis } from 'ioredis'
import type { Config } from '../config.ts'
import { BATCH_MS, type ClickJob, openClickQueue } from './click.queue.ts'
import { openReserve } from './reserve.repository.ts'
import { openSpool, type Spool } from './spool.repository.ts'
import { openSpoolWorker } from './spool.worker.ts'
import { watchSpools } from './spool-watch.worker.ts'

const spooled = createGauge('fingerpost_spool_bytes', 'Size of the spool')
const spoolLimit = createGauge(
  'fingerpost_spool_limit_bytes',
  'SPOOL_MAX_BYTES: limit of the spool',
)

/**
 * Splits clicks by link among the first `CLICK_QUEUES` queues. Each queue has a spool of its own,
 * because a batch must never go to another queue: two workers might insert it at the same time.
 * Spools of queues that are no longer in use are emptied, too.
 */
export async function openSplitQueue(
  { CLICK_QUEUES: used, SPOOL_DIR, SPOOL_MAX_BYTES, SPOOL_RESERVE_BYTES }: Config,
  redis: Redis,
  isFar: boolean,
  lifecycle: Lifecycle,
  log: Logger,
) {
  const memory = lifecycle.own('memory', watchMemory(redis), (it) => it.close())
  const reserve = openReserve(SPOOL_DIR, SPOOL_RESERVE_BYTES)
  const spools: Spool[] = []
  const spooledBytes = () => spools.reduce((sum, it) => sum + it.bytes(), 0)
  spooled('', spooledBytes)
  spoolLimit('', () => SPOOL_MAX_BYTES)
  // A process sends equally many jobs regardless of the number of queues.
  const options = { everyMs: BATCH_MS * used }

  async function open(name: string, isUsed: boolean) {
    const jobs = lifecycle.own(name, openQueue<ClickJob>(name, redis, log), (it) => it.close())
    const queue = {
      async add(jobId: string, batch: ClickJob): Promise<void> {
        memory.require()
        await jobs.add(jobId, batch)
      },
      async ping(): Promise<void> {
        memory.require()
        await jobs.ping()
      },
    }
    const folder = name === CLICK_QUEUE ? SPOOL_DIR : join(SPOOL_DIR, name)
    const spool = openSpool(folder, () => SPOOL_MAX_BYTES - spooledBytes(), reserve)
    if (isUsed) await spool.prepare()
    spools.push(spool)
    const spooling = lifecycle.own(
      'spool',
      openSpoolWorker(spool, queue, queue.ping, log, isFar),
      (it) => it.close(),
    )
    return { queue, spool, overflow: spooling.overflow }
  }

  const all = await Promise.all(CLICK_QUEUES.map((name, i) => open(name, i < used)))
  const queues = all.slice(0, used).map(({ queue, spool, overflow }) => ({
    spool,
    overflow,
    clicks: lifecycle.own('clicks', openClickQueue(queue, overflow, options), (it) => it.close()),
  }))
  const usedSpools = queues.map(({ spool }) => spool)

  function queueOf(linkId: number) {
    const queue = queues[linkId % used]
    if (!queue) throw new Error(`there is no queue for link ${linkId}`)
    return queue
  }

  return {
    /** Resolves once the click is stored in the queue of its link or in the spool, or lost: false. */
    record: (click: Click): Promise<boolean> => queueOf(click.link_id).clicks.record(click),
    /** Whether a click of the link would be lost, as far as is known. */
    losesClicks: (linkId: number): boolean => queueOf(linkId).overflow.losesClicks,
    /** Rejects if a spool cannot be written. */
    checkSpool: watchSpools(usedSpools, reserve, SPOOL_RESERVE_BYTES, lifecycle, log),
  }
}
