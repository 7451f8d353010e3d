import { createBatcher, minInterval } from '@fingerpost/kit/async/batcher'
import { inTime } from '@fingerpost/kit/async/in-time'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { traced, tracing } from '@fingerpost/kit/telemetry/trace'
import { type Click, ClickBatch } from '@fingerpost/protos/click/v1/click'
import { Counter, Histogram } from 'prom-client'

/** A batch of this size is sent at once. */
const BATCH_CLICKS = 500
/** Minimum interval between two small jobs of a process: a job costs Redis more than its clicks. */
export const BATCH_MS = 5
/** Deadline for Redis to accept a batch. */
const ANSWER_MS = 50

const sizes = new Histogram({
  name: 'fingerpost_click_batch_clicks',
  help: 'Clicks in one job',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  registers: [metrics],
})
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

/** A batch as JSON: the data of a job and of a line in the spool. */
export interface ClickJob {
  clicks: { id: string }[]
}

/** Where a batch is stored. `outbound` is a spool in another region, on the way to the queue. */
export type Put = 'queue' | 'spool' | 'outbound' | 'nowhere'

/** Storage for batches while Redis is unavailable, or if it is far away. */
export interface Overflow {
  /** Whether batches skip Redis: it is known to be unavailable, or far away. */
  readonly bypassQueue: boolean
  /** Whether neither Redis nor the spool takes batches, as far as is known. */
  readonly losesClicks: boolean
  store(jobId: string, batch: ClickJob): Promise<Put>
}

/**
 * Group commit: a click is sent with the others of its turn of the event loop, or of the interval;
 * `record` resolves once they are stored. A batch keeps its job id and is never split or regrouped, here or
 * later, so it can be deduplicated by that id.
 */
export function openClickQueue(
  queue: Pick<OpenQueue<ClickJob>, 'add'>,
  overflow: Overflow,
  { everyMs = BATCH_MS, newId = (): string => crypto.randomUUID() } = {},
) {
  /** False if the batch is lost. */
  async function send(clicks: Click[]): Promise<boolean> {
    const jobId = newId()
    const data = ClickBatch.toJSON({ clicks, traceparent: tracing()?.current() }) as ClickJob
    sizes.observe(clicks.length)
    const queued =
      !overflow.bypassQueue && (await accepted(inTime(queue.add(jobId, data), ANSWER_MS)))
    const put = queued ? 'queue' : await overflow.store(jobId, data)
    if (put === 'nowhere') lost.inc(clicks.length)
    else recorded.inc({ put }, clicks.length)
    return put !== 'nowhere'
  }

  const batcher = createBatcher<Click, boolean>(
    (clicks) => traced('clicks publish', { kind: 'producer' }, () => send(clicks)),
    minInterval(everyMs),
    { maxItems: BATCH_CLICKS },
  )
  return {
    /** Resolves once the click is in Redis or in the spool; with false if neither accepts it. */
    record: batcher.add,
    /** Flushes pending clicks and waits until all are stored. */
    close: batcher.close,
  }
}

const accepted = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
