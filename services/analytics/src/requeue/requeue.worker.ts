import { createHash } from 'node:crypto'
import type { ClickRepository, ClickRow } from '../clicks/click.repository.ts'
import { isBadRows } from '../store/clickhouse.client.ts'
import type { TouchedQueue } from '../totals/touched.queue.ts'
import type { Rejected, RejectedRepository } from './rejected.repository.ts'
import { contentOf } from './requeue.rules.ts'

const AT_ONCE = 200

export interface RequeueParts {
  rejected: RejectedRepository
  queue: { add: (jobId: string, data: { clicks: unknown[] }) => Promise<void> }
  clicks: ClickRepository
  touched: Pick<TouchedQueue, 'touch'>
  now: () => number
}

export interface Requeued {
  /** Rejected rows whose clicks are in the queue again. */
  requeued: number
  /** Rows that the table had refused and takes now. */
  inserted: number
  /** Rows that stay: cut, no clicks, or refused again. */
  left: number
}

/**
 * Requeues every click that was rejected before now, oldest first. A row becomes a job with an id of its
 * own and is removed once the job is in the queue, so a second or concurrent run adds nothing: the queue
 * knows the job id, or the table has the click.
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
    if ('row' in content) return (await isTaken(content.row as ClickRow)) ? 'inserted' : 'left'
    await queue.add(jobIdOf(rejectedRow), { clicks: content.clicks })
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
