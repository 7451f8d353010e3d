import {
  appendFile,
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import { type ClickJob, END, jobsIn } from './job.rules.ts'
import type { Reserve } from './reserve.repository.ts'
import type { ShippedFile } from './spool-file.repository.ts'

/** Interval of looking for files of other processes, and longest pause after a failure. */
const ROUND_MS = 1_000
/** A file of another process that was last written to or taken this long ago counts as abandoned. */
const ABANDONED_MS = 10_000
/** Maximum of concurrent jobs: a queue that is far away answers many as fast as one. */
const AT_ONCE = 64
const OPEN = '.open'
const TAKEN = '.taken'

/** What the thread reports to its process. */
export interface ShipReport {
  /** Clicks of each job that was added to a queue. */
  jobs?: number[]
  /** Unreadable lines. */
  damaged?: number
  /** Size of the folder. */
  bytes?: number
  /** Whether the queue is unavailable. */
  isAway?: boolean
  /** Since when the oldest file has waited, in ms since 1970; undefined if none waits. */
  waitingSinceMs?: number | undefined
}

interface ShipParts {
  folder: string
  reserve: Reserve
  add(job: ClickJob): Promise<unknown>
  /** Throws if the queue is unavailable. */
  ping(): Promise<unknown>
  report(state: ShipReport): void
  log: Logger
}

/** A file whose jobs are being added to the queues. */
interface Shipping {
  handle?: FileHandle | undefined
  /** Everything before it was added. */
  offset: number
  /** Jobs after the offset that were added. */
  done: number
  /** Everything before it is on disk. */
  synced: number
  /** Since when the first job after the offset has waited. */
  sinceMs: number | undefined
}

const unread = () => ({ offset: 0, done: 0, synced: 0, sinceMs: undefined })

/**
 * Adds the jobs in the spool to the queues, those of this process at once and those that other processes
 * left behind, and removes the files. A job may be added again under its id, after a crash or by
 * two processes.
 */
export function openShipWorker({ folder, reserve, add, ping, report, log }: ShipParts) {
  const own = new Map<string, ShippedFile & Shipping>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let closing = false

  /** Adds jobs of a text, from those on that are done. */
  async function ship(text: string, progress: Shipping, touch = async () => {}) {
    const { jobs, damaged } = jobsIn(text)
    while (progress.done < jobs.length) {
      const some = jobs.slice(progress.done, progress.done + AT_ONCE)
      await Promise.all(some.map(add))
      progress.done += some.length
      report({ jobs: some.map(({ batch }) => batch.clicks.length) })
      await touch()
    }
    if (damaged > 0) report({ damaged })
  }

  async function shipOwn(file: ShippedFile & Shipping): Promise<void> {
    const { path, offset, end } = file
    if (end > offset) {
      const handle = await opened(file)
      if (!handle) return
      const bytes = Buffer.alloc(end - offset)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset)
      await ship(bytes.toString('utf8', 0, bytesRead), file)
      Object.assign(file, { offset: end, done: 0 })
      file.sinceMs = file.end > end ? Date.now() : undefined
    }
    if (!file.isClosed || file.end > end) return
    await remove(path, file.isReserved)
    await file.handle?.close()
    own.delete(path)
  }

  /** A file of this process; undefined if another process has taken it over. */
  async function opened(file: ShippedFile & Shipping): Promise<FileHandle | undefined> {
    file.handle ??= await open(file.path, 'r').catch(ignoreMissing)
    if (!file.handle) own.delete(file.path)
    return file.handle
  }

  /** Written data that waits is on disk within a second, the same guarantee as `appendfsync everysec` in Redis. */
  async function sync(): Promise<void> {
    for (const file of own.values()) {
      const { end, synced } = file
      if (synced < end) await (await opened(file))?.datasync()
      file.synced = end
    }
  }

  /** Takes a file for this process, and adds its jobs. */
  async function shipOther(name: string, wasClosed: boolean): Promise<void> {
    const path = join(folder, `${name.slice(0, name.indexOf('.'))}.${crypto.randomUUID()}${TAKEN}`)
    const touch = () => utimes(path, new Date(), new Date()).catch(ignoreMissing)
    try {
      await rename(join(folder, name), path)
    } catch (error) {
      return ignoreMissing(error as NodeJS.ErrnoException) // taken by another process
    }
    try {
      await touch()
      await ship(await readToEnd(path), unread(), touch)
      await remove(path, wasClosed)
    } catch (error) {
      if (wasClosed) await utimes(path, 0, 0).catch(ignoreMissing)
      throw error
    }
  }

  async function remove(path: string, isClosed: boolean): Promise<void> {
    // Otherwise its writer may still have it open, and would write into a part of the reserve.
    const isRecycled = isClosed && (await reserve.recycle(path).catch(() => false))
    if (!isRecycled) await rm(path, { force: true })
  }

  async function shipOthers(): Promise<void> {
    let bytes = 0
    const others: { name: string; wasClosed: boolean }[] = []
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      const found = await stat(join(folder, name)).catch(() => undefined)
      if (!found || !(name.endsWith(OPEN) || name.endsWith(TAKEN))) continue
      bytes += found.size
      const isAbandoned = Date.now() - found.mtimeMs > ABANDONED_MS
      if (isAbandoned && !own.has(join(folder, name))) {
        others.push({ name, wasClosed: found.mtimeMs === 0 })
      }
    }
    report({ bytes })
    for (const { name, wasClosed } of others) if (!closing) await shipOther(name, wasClosed)
  }

  async function round(): Promise<void> {
    for (const file of own.values()) await shipOwn(file)
    if (closing || performance.now() - lookedMs < ROUND_MS) return
    lookedMs = performance.now()
    await ping()
    await shipOthers()
  }

  const loop = startLoop(
    { everyMs: ROUND_MS, failing: 'clicks wait in the spool', log },
    async () => {
      let isAway = false
      try {
        await round()
      } catch (error) {
        isAway = true
        await sync().catch(() => {})
        throw error
      } finally {
        const waiting = [...own.values()].flatMap(({ sinceMs }) => sinceMs ?? [])
        report({ isAway, waitingSinceMs: waiting.length > 0 ? Math.min(...waiting) : undefined })
      }
    },
  )

  return {
    /** Jobs of this process are complete. */
    update(sealed: ShippedFile): void {
      const file = own.get(sealed.path) ?? { ...sealed, ...unread() }
      if (sealed.end > file.offset) file.sinceMs ??= Date.now()
      own.set(sealed.path, Object.assign(file, sealed))
      loop.wake()
    },

    /** Tries once more, and leaves the rest to other processes, at once. */
    async close(): Promise<void> {
      closing = true
      for (const path of own.keys()) await utimes(path, 0, 0).catch(() => {})
      await loop.close()
      for (const file of own.values()) await shipOwn(file).catch(() => {})
    },
  }
}

/** The text of a file, which ends here for every reader. */
async function readToEnd(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (bytes.includes(END)) return bytes.toString('utf8', 0, bytes.indexOf(END))
  await appendFile(path, END)
  return await readFile(path, 'utf8')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
