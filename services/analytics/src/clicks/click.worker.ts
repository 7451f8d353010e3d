import { metrics } from '@fingerpost/kit/admin'
import type { Logger } from '@fingerpost/kit/log'
import { Counter, Histogram } from 'prom-client'
import { isBadRows } from '../store/clickhouse.client.ts'
import { readBatch } from './batch.worker.ts'
import type { ClickRepository, ClickRow, RejectedRow } from './click.repository.ts'
import type { KeptAddress, Step } from './enrich/steps.worker.ts'

const insertedClicks = new Counter({
  name: 'clicks_inserted_total',
  help: 'Clicks written to ClickHouse; a repeated job counts again',
  registers: [metrics],
})
const rejectedClicks = new Counter({
  name: 'clicks_rejected_total',
  help: 'Clicks that could not be understood',
  registers: [metrics],
})
const batchClicks = new Histogram({
  name: 'click_batch_clicks',
  help: 'Clicks of one job',
  buckets: [1, 5, 20, 50, 100, 200, 500, 1_000],
  registers: [metrics],
})
const insertSeconds = new Histogram({
  name: 'click_insert_seconds',
  help: 'Time ClickHouse took for one batch',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

export interface ClickWorkParts {
  steps: readonly Step[]
  clicks: ClickRepository
  /** Remembers that the totals of these clicks' links have changed. */
  touch: (rows: readonly ClickRow[]) => Promise<void>
  keep: KeptAddress
  now: () => number
  log: Logger
}

// Insert tokens are known for the last 100,000 jobs. A job that is older than this may come from a
// spool that was drained late, so the table itself is asked which of its clicks it has.
const LATE_MS = 30_000

/** The work on one job of clicks. It may come again at any point and changes nothing the second time. */
export function clickWork({ steps, clicks, touch, keep, now, log }: ClickWorkParts) {
  async function reject(token: string, rejected: readonly RejectedRow[]): Promise<void> {
    if (rejected.length === 0) return
    await clicks.reject(token, rejected)
    rejectedClicks.inc(rejected.length)
    log.error({ job: token, clicks: rejected.length, reason: rejected[0]?.reason }, 'rejected')
  }

  async function insert(jobId: string, rows: readonly ClickRow[]): Promise<void> {
    const ended = insertSeconds.startTimer()
    try {
      await clicks.insert(jobId, rows)
      ended()
      insertedClicks.inc(rows.length)
    } catch (error) {
      if (!isBadRows(error)) throw error
      // Every row was checked, so this is a bug of ours; the queue must not stand still for it.
      const reason = `refused by the store: ${(error as Error).message.slice(0, 500)}`
      const refused = rows.map((row, position) => ({
        job_id: jobId,
        position,
        reason,
        click: JSON.stringify(row),
      }))
      await reject(`${jobId}:refused`, refused)
    }
  }

  async function withoutPresent(rows: readonly ClickRow[]): Promise<readonly ClickRow[]> {
    const present = await clicks.present(rows)
    return present.size === 0 ? rows : rows.filter(({ id }) => !present.has(id))
  }

  return async (job: { id: string; data: unknown }): Promise<void> => {
    const { rows, rejected } = readBatch(job.id, job.data, steps, keep, now())
    batchClicks.observe(rows.length)
    await reject(job.id, rejected)
    await insert(job.id, isLate(rows, now()) ? await withoutPresent(rows) : rows)
    await touch(rows)
  }
}

const isLate = (rows: readonly ClickRow[], nowMs: number) =>
  rows.some(({ created_at }) => Date.parse(`${created_at}Z`) < nowMs - LATE_MS)
