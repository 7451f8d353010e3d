import {
  access,
  chmod,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickJob } from './click.queue.ts'

/** One batch in a spool file: a line of JSON. */
export interface SpooledBatch {
  jobId: string
  batch: ClickJob
}

const OPEN = '.open'
const FULL = '.full'
const TAKEN = '.taken'
/** A file that was last written to or taken this long ago counts as abandoned by its process. */
const ABANDONED_MS = 10_000
const ROTATE_BYTES = 8 * 1024 * 1024

export type Spool = ReturnType<typeof openSpool>

/**
 * Stores batches in files of one folder, which several processes may share. Each process appends to
 * its own file (`.open`) and releases it when it is full (`.full`). To empty a file, even an
 * abandoned one, a process renames it (`.taken`), which only one can. After each append, the writer
 * checks that its file still has its name, and otherwise writes the batch again to a new file. So
 * correctness does not depend on liveness checks; at worst a batch is stored twice, under the same
 * id.
 *
 * Written data survives a crash of the process; it is on disk within a second (`sync`), the same
 * guarantee as `appendfsync everysec` in Redis.
 */
export function openSpool(folder: string, freeBytes: () => number) {
  let file: { path: string; handle: FileHandle; bytes: number; dirty: boolean } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let totalBytes = 0

  /** Serializes appending, rotating and syncing. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work)
    turn = mine.catch(() => {})
    return mine
  }

  async function openFile() {
    const path = join(folder, `${Date.now()}-${crypto.randomUUID()}${OPEN}`)
    file = { path, handle: await open(path, 'ax', 0o600), bytes: 0, dirty: false }
    return file
  }

  /** Closes the file and marks it as ready to be emptied. */
  async function release(): Promise<void> {
    if (!file) return
    const { path, handle } = file
    file = undefined
    await handle.sync().catch(() => {})
    await handle.close()
    await rename(path, path.replace(OPEN, FULL)).catch(ignoreMissing)
  }

  async function append(line: Buffer): Promise<void> {
    for (;;) {
      const now = file ?? (await openFile())
      const isMine = await writeLine(now.handle, now.path, line).catch(async (error: unknown) => {
        // A torn line must be the last of its file.
        await release()
        throw error
      })
      now.bytes += line.length
      now.dirty = true
      totalBytes += line.length
      if (now.bytes >= ROTATE_BYTES) await release()
      if (isMine) return
      file = undefined
      await now.handle.close()
    }
  }

  return {
    /** Creates the folder, private to this account; throws if the process cannot write to it. */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A mounted volume may belong to another account and cannot be changed.
      await chmod(folder, 0o700).catch(() => {})
      await access(folder, constants.W_OK)
    },

    /** False if the spool is full; throws if the disk fails. */
    async append(entry: SpooledBatch): Promise<boolean> {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      if (line.length > freeBytes()) return false
      await inTurn(() => append(line))
      return true
    },

    sync: () =>
      inTurn(async () => {
        if (file?.dirty) await file.handle.datasync()
        if (file) file.dirty = false
      }),

    release: () => inTurn(release),

    /** Size of the folder, as far as this process knows. */
    bytes: () => totalBytes,

    /** Files to empty, oldest first. Also updates the size of the folder. */
    async list(): Promise<string[]> {
      let bytes = 0
      const ready: string[] = []
      for (const name of (await readdir(folder).catch(() => [])).sort()) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (!found || !/\.(?:open|full|taken)$/.test(name)) continue
        bytes += found.size
        const abandoned = Date.now() - found.mtimeMs > ABANDONED_MS
        if (name.endsWith(FULL) || (abandoned && join(folder, name) !== file?.path)) {
          ready.push(name)
        }
      }
      totalBytes = bytes
      return ready
    },

    /** Takes a file for this process; undefined if another process took it first. */
    async take(name: string): Promise<TakenFile | undefined> {
      const stem = name.slice(0, name.indexOf('.'))
      const path = join(folder, `${stem}.${crypto.randomUUID()}${TAKEN}`)
      const touch = () => utimes(path, new Date(), new Date()).catch(ignoreMissing)
      try {
        await rename(join(folder, name), path)
        await touch()
        const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
        return {
          stem,
          lines,
          touch,
          giveBack: () => rename(path, join(folder, stem + FULL)).catch(ignoreMissing),
          remove: () => rm(path, { force: true }),
        }
      } catch (error) {
        ignoreMissing(error as NodeJS.ErrnoException)
        return undefined
      }
    },
  }
}

/** A file whose batches this process adds to the queue. */
export interface TakenFile {
  /** The part of the name that all processes keep. */
  stem: string
  /** The last line may be torn. */
  lines: string[]
  /** Marks the file as still in use, by its modification time. */
  touch(): Promise<void>
  giveBack(): Promise<void>
  remove(): Promise<void>
}

/** Parses the batch of a line; undefined if the line was torn when its writer died. */
export function readLine(line: string): SpooledBatch | undefined {
  try {
    const { jobId, batch } = JSON.parse(line) as SpooledBatch
    return typeof jobId === 'string' && Array.isArray(batch.clicks) ? { jobId, batch } : undefined
  } catch {
    return undefined
  }
}

/** False if the file was renamed: another process may have read it before this line was written. */
async function writeLine(handle: FileHandle, path: string, line: Buffer): Promise<boolean> {
  await handle.appendFile(line)
  const [mine, named] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)])
  return named?.ino === mine.ino
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
