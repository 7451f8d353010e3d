import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { inTime } from '@fingerpost/kit/async/in-time'
import type { Logger } from '@fingerpost/kit/process/log'
import { deadline } from '@fingerpost/kit/process/pace'
import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { Counter, Histogram } from 'prom-client'
import type { ClickJob } from './job.rules.ts'
import type { ShipReport } from './ship.worker.ts'
import type { ShippedFile } from './spool-file.repository.ts'

/** Deadline of a queue, which may be in another region. */
const ANSWER_MS = 1_000
/** Saves 15 MB: a job needs less. */
const SMALL = { maxYoungGenerationSizeMb: 4 }
/** What is not in the queue by then is left to the next process. */
const CLOSE_MS = 3_000

export interface ThreadData {
  folder: string
  reserveBytes: number
  queueUrl: string
  pace: number
}

export type ToThread = { file: ShippedFile } | { jobs: ClickJob[]; id: number } | { close: true }

export type FromThread =
  | { report: ShipReport }
  | { id: number; error?: unknown }
  | { log: ['debug' | 'info' | 'warn' | 'error', object, string] }

const sizes = new Histogram({
  name: 'fingerpost_click_batch_clicks',
  help: 'Clicks in one job',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  registers: [metrics],
})
const shipped = new Counter({
  name: 'fingerpost_spool_shipped_clicks_total',
  help: 'Clicks that went from the spool to the queue',
  registers: [metrics],
})
const damaged = new Counter({
  name: 'fingerpost_spool_damaged_lines_total',
  help: 'Unreadable spool lines: their process died before it answered the requests',
  registers: [metrics],
})
const age = createGauge(
  'fingerpost_spool_oldest_age_seconds',
  'Time for which the oldest click in the spool has waited for the queue',
)

export type Shipper = ReturnType<typeof startShipper>

/**
 * The thread that adds clicks to the queues: it sends the jobs in the spool, and those that the spool does
 * not take. An error that it does not expect ends the process.
 */
export function startShipper(
  data: Omit<ThreadData, 'pace'>,
  measured: (bytes: number) => void,
  log: Logger,
) {
  const workerData: ThreadData = { ...data, pace: deadline(1) }
  const thread = new Worker(new URL('./main.ts', import.meta.url), {
    workerData,
    resourceLimits: SMALL,
  })
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let lastId = 0
  let state: ShipReport = {}
  age('', () => (state.waitingSinceMs ? (Date.now() - state.waitingSinceMs) / 1_000 : 0))
  const post = (message: ToThread) => thread.postMessage(message)

  thread.on('message', (message: FromThread) => {
    if ('log' in message) {
      const [level, fields, text] = message.log
      log[level](fields, text)
    } else if ('id' in message) {
      const found = waiting.get(message.id)
      if (message.error) found?.reject(message.error)
      else found?.resolve()
    } else took(message.report)
  })

  function took(report: ShipReport): void {
    for (const clicks of report.jobs ?? []) {
      sizes.observe(clicks)
      shipped.inc(clicks)
    }
    damaged.inc(report.damaged ?? 0)
    if (report.bytes !== undefined) measured(report.bytes)
    if ('isAway' in report) state = report
  }

  return {
    /** Whether the queue is unavailable, as far as is known. */
    isAway: (): boolean => state.isAway === true,

    /** Jobs of a file are complete. */
    ship: (file: ShippedFile): void => post({ file }),

    /** Adds jobs to the queues. Throws after the deadline, and at once while the queue is unavailable. */
    async add(jobs: ClickJob[]): Promise<void> {
      if (state.isAway) throw new Error('the queue is unavailable')
      const id = ++lastId
      const answer = Promise.withResolvers<void>()
      waiting.set(id, answer)
      post({ jobs, id })
      try {
        await inTime(answer.promise, ANSWER_MS)
      } catch (error) {
        state = { ...state, isAway: true }
        throw error
      } finally {
        waiting.delete(id)
      }
    },

    /** For readiness: throws if the queue is unavailable. */
    async check(): Promise<void> {
      if (state.isAway !== false) throw new Error('the queue is unavailable')
    },

    async close(): Promise<void> {
      post({ close: true })
      await inTime(once(thread, 'exit'), CLOSE_MS).catch(() => thread.terminate())
    },
  }
}
