import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { Counter } from 'prom-client'
import type { ClickJob, Overflow, Put } from './click.queue.ts'
import { readLine, type Spool, type SpooledBatch, type TakenFile } from './spool.repository.ts'

/** Interval of syncing to disk, and of looking for files of other processes. */
const ROUND_MS = 1_000
/** Interval of pings while the queue is unavailable. */
const PROBE_MS = 250
/** Maximum sent to the queue at once; more would not be answered in time. */
const GROUP = { batches: 32, bytes: 256 * 1024 }
/** The same for a queue that is far away: one answer takes as long as sending hundreds of batches. */
const FAR_GROUP = { batches: 512, bytes: 512 * 1024 }

const replayed = new Counter({
  name: 'fingerpost_spool_replayed_clicks_total',
  help: 'Clicks that went from the spool to the queue',
  registers: [metrics],
})
const damaged = new Counter({
  name: 'fingerpost_spool_damaged_lines_total',
  help: 'Unreadable spool lines: their process died before it answered the requests',
  registers: [metrics],
})

/**
 * Stores batches while the queue is unavailable, and replays them under their ids when it is back:
 * those of this process and those that other processes left behind. If the queue is far away, all
 * batches are stored first, so that no visitor waits for it.
 */
export function openSpoolWorker(
  spool: Spool,
  queue: Pick<OpenQueue<ClickJob>, 'add'>,
  ping: () => Promise<unknown>,
  log: Logger,
  isFar = false,
) {
  let bypassQueue = isFar
  /** Whether a batch was lost since the queue last answered. */
  let losing = false
  let closing = false
  const losses = createOutage('clicks are lost', 'error')
  /** Number of lines of a file that are already in the queue, in case the file is taken again. */
  const done = new Map<string, number>()

  async function store(jobId: string, batch: ClickJob): Promise<Put> {
    bypassQueue = true
    try {
      await spool.append({ jobId, batch })
      return isFar ? 'outbound' : 'spool'
    } catch (error) {
      // Only a queue that is far away has not been tried.
      const queued = isFar && (await queue.add(jobId, batch).then(yes, no))
      if (queued) return 'queue'
      losing = true
      losses.failed(log, error)
      return 'nowhere'
    }
  }

  /** Replays all files that are ready. Throws if the queue is unavailable. */
  async function drain(): Promise<void> {
    if (bypassQueue) {
      await ping()
      bypassQueue = isFar
      losing = false
      losses.ended(log)
      await spool.release()
    }
    for (const name of await spool.list()) {
      const file = closing ? undefined : await spool.take(name)
      if (!file) continue
      await replay(file).catch(async (error: unknown) => {
        bypassQueue = true
        await file.giveBack()
        throw error
      })
      await file.remove()
      done.delete(file.stem)
    }
  }

  async function replay(file: TakenFile): Promise<void> {
    let from = done.get(file.stem) ?? 0
    while (from < file.lines.length) {
      const to = groupEnd(file.lines, from, isFar ? FAR_GROUP : GROUP)
      const batches = file.lines.slice(from, to).map(readLine)
      const whole = batches.filter((it): it is SpooledBatch => it !== undefined)
      await addAll(whole)
      damaged.inc(batches.length - whole.length)
      replayed.inc(whole.reduce((sum, { batch }) => sum + batch.clicks.length, 0))
      from = to
      done.set(file.stem, from)
      await file.touch()
    }
  }

  /** Adds batches at once, with pauses for visits. */
  async function addAll(batches: SpooledBatch[]): Promise<void> {
    const adding: Promise<void>[] = []
    for (const [i, { jobId, batch }] of batches.entries()) {
      if (i > 0 && i % GROUP.batches === 0) await nextTurn()
      const added = queue.add(jobId, batch)
      added.catch(() => {}) // thrown by the await below
      adding.push(added)
    }
    await Promise.all(adding)
  }

  async function round(): Promise<void> {
    try {
      await drain()
    } catch (error) {
      log.debug({ err: error }, 'replaying the spool failed, retrying')
    }
    if (!closing) timer = setTimeout(next, bypassQueue ? PROBE_MS : ROUND_MS).unref()
  }

  const failed = (error: unknown) => log.debug({ err: error }, 'syncing the spool failed, retrying')
  // Not a part of a round, which takes minutes after a long outage.
  const syncing = setInterval(() => spool.sync().catch(failed), ROUND_MS).unref()

  let running = Promise.resolve()
  const next = () => {
    running = round()
  }
  let timer = setTimeout(next, 0)

  const overflow: Overflow = {
    get bypassQueue() {
      return bypassQueue
    },
    get losesClicks() {
      return losing && bypassQueue && spool.failure() !== undefined
    },
    store,
  }
  return {
    overflow,
    /** Leaves remaining files on disk for the next process. */
    async close(): Promise<void> {
      closing = true
      clearInterval(syncing)
      clearTimeout(timer)
      await running
      await spool.release()
    },
  }
}

const yes = () => true
const no = () => false

function groupEnd(lines: readonly string[], from: number, most: typeof GROUP): number {
  let bytes = 0
  let to = from
  while (to < lines.length && to - from < most.batches && (to === from || bytes < most.bytes)) {
    bytes += lines[to]?.length ?? 0
    to++
  }
  return to
}
