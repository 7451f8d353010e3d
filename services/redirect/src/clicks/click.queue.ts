import { metrics } from '@fingerpost/kit/process/admin'
import { inTime } from '@fingerpost/kit/process/in-time'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import { traced, tracing } from '@fingerpost/kit/telemetry/trace'
import { type Click, ClickBatch } from '@fingerpost/protos/click/v1/click'
import { Counter, Histogram } from 'prom-client'

/** A batch is sent when it reaches this size or its first click has waited this long. */
const BATCH_CLICKS = 500
const BATCH_MS = 5
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

/** A batch as JSON: the data of a job and of a line in the spool. */
export interface ClickJob {
  clicks: { id: string }[]
}

/** Where a batch is stored. `outbound` is a spool in another region, on the way to the queue. */
export type Put = 'queue' | 'spool' | 'outbound' | 'nowhere'

/** Storage for batches that Redis does not accept, or only far away. */
export interface Overflow {
  /** Whether batches skip Redis: it is known to be unavailable, or far away. */
  readonly bypassQueue: boolean
  keep(jobId: string, batch: ClickJob): Promise<Put>
}

interface Batch {
  clicks: Click[]
  done: Promise<void>
  resolve: () => void
}

/**
 * Group commit: clicks collect while a job is in flight to Redis, then are sent as one job;
 * `record` resolves once they are stored. A batch keeps its job id and is never split or regrouped,
 * here or later, so it can be deduplicated by that id.
 */
export function openClickQueue(
  queue: Pick<OpenQueue<ClickJob>, 'add'>,
  overflow: Overflow,
  newId: () => string = () => crypto.randomUUID(),
) {
  let batch = emptyBatch()
  let inFlight = 0
  let timer: NodeJS.Timeout | undefined
  let scheduled = false
  const sending = new Set<Promise<void>>()

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (batch.clicks.length === 0) return
    const full = batch
    batch = emptyBatch()
    inFlight++
    const sent = traced('clicks publish', { kind: 'producer' }, () => send(full)).finally(() => {
      inFlight--
      sending.delete(sent)
      full.resolve()
      if (batch.clicks.length > 0 && inFlight === 0) flushSoon()
    })
    sending.add(sent)
  }

  /** Flushes after the pending answers, including clicks of this turn of the event loop. */
  function flushSoon(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (inFlight === 0) flush()
    })
  }

  async function send({ clicks }: Batch): Promise<void> {
    const jobId = newId()
    const data = ClickBatch.toJSON({ clicks, traceparent: tracing()?.current() }) as ClickJob
    sizes.observe(clicks.length)
    const queued =
      !overflow.bypassQueue && (await accepted(inTime(queue.add(jobId, data), ANSWER_MS)))
    if (queued) return void recorded.inc({ put: 'queue' }, clicks.length)
    recorded.inc({ put: await overflow.keep(jobId, data) }, clicks.length)
  }

  return {
    /** Resolves once the click is in Redis or in the spool, or if neither accepts it. */
    record(click: Click): Promise<void> {
      batch.clicks.push(click)
      const { done } = batch
      if (batch.clicks.length >= BATCH_CLICKS) flush()
      else if (inFlight > 0) timer ??= setTimeout(flush, BATCH_MS)
      else flushSoon()
      return done
    },
    /** Flushes pending clicks and waits until all are stored. */
    async close(): Promise<void> {
      flush()
      while (sending.size > 0) {
        await Promise.all(sending)
        flush()
      }
    },
  }
}

function emptyBatch(): Batch {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { clicks: [], done: promise, resolve }
}

const accepted = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
