import type { Click } from '@fingerpost/protos/click/v1/click'
import {
  type ClickBatch,
  createBatchWriter,
  isClickBatch,
  joinParts,
} from '@fingerpost/protos/click-batch'

/** Clicks on the way to one of the click queues. */
export interface ClickJob {
  id: string
  /** The number of the queue in `CLICK_QUEUES`. */
  queue: number
  batch: ClickBatch
}

/** An empty line ends a file for every reader: what follows is void. Parts of the reserve are full of them. */
export const END = '\n\n'

/**
 * Clicks that are written to a file in parts: one job for each queue, all with the same id. Later parts
 * need the earlier ones.
 */
export function createGroup(queues: number, id: string) {
  const jobs = Array.from({ length: queues }, () => ({ write: createBatchWriter(), clicks: 0 }))
  return {
    /** Clicks in its largest job. */
    size: (): number => Math.max(...jobs.map(({ clicks }) => clicks)),
    /** The next parts of its jobs. */
    add: (clicks: readonly Click[], traceparent?: string): ClickJob[] =>
      jobs.flatMap((job, queue) => {
        const own = queues === 1 ? clicks : clicks.filter((it) => it.link_id % queues === queue)
        if (own.length === 0) return []
        job.clicks += own.length
        return [{ id, queue, batch: job.write(own, traceparent) }]
      }),
  }
}

/** The lines of parts of jobs in a file. */
export const linesOf = (parts: readonly ClickJob[]): string =>
  parts.map(({ id, queue, batch }) => `${JSON.stringify([id, queue, batch])}\n`).join('')

/**
 * The jobs in lines of a file, up to its end, and the number of unreadable lines: their process died
 * while it wrote them.
 */
export function jobsIn(text: string): { jobs: ClickJob[]; damaged: number } {
  const end = text.indexOf(END)
  const lines = text
    .slice(0, end < 0 ? text.length : end)
    .split('\n')
    .filter(Boolean)
  const parts = lines.map(readPart).filter((it) => it !== undefined)
  const jobs = Map.groupBy(parts, ({ id, queue }) => `${id} ${queue}`)
  return {
    jobs: [...jobs.values()].flatMap((of) =>
      of[0] ? [{ ...of[0], batch: joinParts(of.map(({ batch }) => batch)) }] : [],
    ),
    damaged: lines.length - parts.length,
  }
}

function readPart(line: string): ClickJob | undefined {
  try {
    const [id, queue, batch] = JSON.parse(line) as unknown[]
    const isRead = typeof id === 'string' && Number.isInteger(queue) && isClickBatch(batch)
    return isRead ? { id, queue: queue as number, batch } : undefined
  } catch {
    return undefined
  }
}
