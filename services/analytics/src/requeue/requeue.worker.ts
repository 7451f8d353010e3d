import { createHash } from 'node:crypto'
import { type ClickBatch, createBatchWriter } from '@fingerpost/protos/click-batch'
import type { ClickRepository } from '../clicks/click.repository.ts'
import type { ClickRow } from '../clicks/click.schema.ts'
import { isBadRows } from '../store/clickhouse.client.ts'
import type { TouchedQueue } from '../totals/touched.queue.ts'
import type { Rejected, RejectedRepository } from './rejected.repository.ts'
import { contentOf } from './requeue.rules.ts'

const AT_ONCE = 200

export interface RequeueParts {
  rejected: RejectedRepository
  queue: { add: (jobId: string, data: ClickBatch) => Promise<void> }
  clicks: ClickRepository
  touched: Pick<TouchedQueue, 'touch'>
  now: () => number
}

export interface Requeued {
  /** Rejected rows whose clicks were requeued. */
  requeued: number
  /** Rows that the table had refused and now accepted. */
  inserted: number
  /** Remaining rows: cut, invalid or refused again. */
  left: number
}

/**
 * Requeues all clicks that were rejected before now, oldest first. Idempotent: the job id is
 * derived from the row, which is removed once the job is queued, so the queue or the table
 * deduplicates clicks of a second or concurrent run.
 */
export async function requeue(parts: RequeueParts): Promise<Requeued> {
  const { rejected, queue, clicks, touched, now } = parts
  const untilMs = now()
  const result: Requeued = { requeued: 0, inserted: 0, left: 0 }
  for (let last: Rejected | undefined; ; ) {
    const rows = await rejected.next(untilMs, last, AT_ONCE)
    last = rows.at(-1)
    if (!last) return result
    const done: Rejected[] = []
    for (const row of rows) {
      const how = await putBack(row)
      result[how]++
      if (how !== 'left') done.push(row)
    }
    await rejected.remove(untilMs, done)
  }

  async function putBack(rejectedRow: Rejected): Promise<keyof Requeued> {
    const content = contentOf(rejectedRow.click)
    if (!content) return 'left'
    if ('row' in content) return (await isTaken(content.row)) ? 'inserted' : 'left'
    await queue.add(jobIdOf(rejectedRow), createBatchWriter()([content.click]))
    return 'requeued'
  }

  async function isTaken(row: ClickRow): Promise<boolean> {
    try {
      await clicks.insert(`requeue-${row.id}`, [row])
    } catch (error) {
      if (isBadRows(error)) return false
      throw error
    }
    await touched.touch([row])
    return true
  }
}

const jobIdOf = ({ job_id, position }: Rejected): string =>
  `requeue-${createHash('sha256').update(`${job_id}:${position}`).digest('hex')}`
