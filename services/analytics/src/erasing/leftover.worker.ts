import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import { valuesOf } from '@fingerpost/protos/click-batch'
import type { ClickRepository } from '../clicks/click.repository.ts'
import { batchOf } from '../clicks/click.rules.ts'
import { type Erasure, matchErasures, matchRejected, subjectOf } from '../erasures/erasure.rules.ts'
import type { Rejected, RejectedRepository } from '../requeue/rejected.repository.ts'

const ROWS_AT_ONCE = 200
const JOBS_AT_ONCE = 100
const CLOCKS_DIFFER_MS = 86_400_000

export interface LeftoverParts {
  rejected: RejectedRepository
  clicks: Pick<ClickRepository, 'reject'>
  queues: readonly Pick<OpenQueue<never>, 'ids' | 'texts'>[]
  now: () => number
}

/**
 * Deletes rejected clicks of erasures, and returns the erasures of which the queue or the rejected
 * clicks still had some. The worker drops queued ones. Clicks go from the rejected ones to the
 * queue, and from there to the table, so that is the order in which they have to be looked for.
 */
export async function findLeftovers(
  parts: LeftoverParts,
  erasures: readonly Erasure[],
): Promise<Set<Erasure>> {
  if (erasures.length === 0) return new Set()
  const had = (await removeRejected(parts, erasures)) ? erasures : []
  return new Set([...had, ...(await queued(parts.queues, erasures))])
}

/** Returns whether there were any. */
async function removeRejected(
  { rejected, clicks, now }: LeftoverParts,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const withoutErased = matchRejected(erasures)
  const orgs = [...new Set(erasures.map(({ org_id }) => org_id))]
  const untilMs = now() + CLOCKS_DIFFER_MS
  let any = false
  for (let last: Rejected | undefined; ; ) {
    const rows = await rejected.next(untilMs, last, ROWS_AT_ONCE, `"org_id":(${orgs.join('|')})\\b`)
    last = rows.at(-1)
    if (!last) return any
    const changed = rows.filter(({ click }) => withoutErased(click) !== click)
    for (const { position, reason, click, ...row } of changed) {
      // Stored before the row is removed, without its erased clicks.
      const job_id = `rest-${row.job_id}`
      await clicks.reject(`${job_id}:${position}`, [{ job_id, position, reason, click }])
    }
    await rejected.remove(untilMs, changed)
    any ||= changed.length > 0
  }
}

/** The erasures of which a queue has clicks. */
async function queued(
  queues: LeftoverParts['queues'],
  erasures: readonly Erasure[],
): Promise<Erasure[]> {
  const open = new Map(erasures.map((it) => [it, matchErasures([it])]))
  for (const queue of queues) {
    const ids = await queue.ids(Number.MAX_SAFE_INTEGER)
    for (let i = 0; i < ids.length && open.size > 0; i += JOBS_AT_ONCE) {
      for (const text of await queue.texts(ids.slice(i, i + JOBS_AT_ONCE))) {
        const subjects = clicksIn(text).map(subjectOf)
        for (const [erasure, includes] of open) {
          if (subjects.some((it) => it && includes(it))) open.delete(erasure)
        }
      }
    }
  }
  return erasures.filter((it) => !open.has(it))
}

/** The clicks of a job. What is not a batch will be rejected, without erased clicks. */
function clicksIn(text: string): unknown[] {
  try {
    return valuesOf(batchOf(JSON.parse(text)))
  } catch {
    return []
  }
}
