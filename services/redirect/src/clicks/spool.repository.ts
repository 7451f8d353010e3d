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

/** One batch as it stands in a file: a line of JSON. */
export interface SpooledBatch {
  jobId: string
  batch: ClickJob
}

const OPEN = '.open'
const FULL = '.full'
const TAKEN = '.taken'
/** A file that was written to, or taken, this long ago has lost its process, or nearly. */
const ABANDONED_MS = 10_000
const ROTATE_BYTES = 8 * 1024 * 1024

export type Spool = ReturnType<typeof openSpool>

/**
 * Batches in files of one folder, which several processes may share. Each appends to a file of its
 * own (`.open`) and gives it up when it is full (`.full`). Whoever empties a file, an abandoned one
 * too, renames it first (`.taken`), and only one can. A writer looks after each append whether its
 * file still has its name, and writes once more elsewhere if not: so nothing depends on who is
 * believed to be alive, and the worst that can happen is a batch that is there twice, under one id.
 *
 * What is written survives the process at once; the disk has it within a second (`sync`), which is
 * what Redis promises with `appendfsync everysec`.
 */
export function openSpool(folder: string, maxBytes: number) {
  let file: { path: string; handle: FileHandle; bytes: number; dirty: boolean } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let totalBytes = 0

  /** One after the other: appending, rotating, syncing. */
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

  /** Gives the file up to whoever empties the spool. */
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
    /** Makes the folder, for this account alone; throws when this process may not write there. */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A mounted volume may belong to another account and cannot be changed.
      await chmod(folder, 0o700).catch(() => {})
      await access(folder, constants.W_OK)
    },

    /** False when the spool is full; throws when the disk refuses. */
    async append(entry: SpooledBatch): Promise<boolean> {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      if (totalBytes + line.length > maxBytes) return false
      await inTurn(() => append(line))
      return true
    },

    sync: () =>
      inTurn(async () => {
        if (file?.dirty) await file.handle.datasync()
        if (file) file.dirty = false
      }),

    release: () => inTurn(release),

    /** What the folder holds, as far as this process knows. */
    bytes: () => totalBytes,

    /** Files to empty, oldest first. Learns on the way how much the folder holds. */
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

    /** Takes a file for this process; undefined when another was quicker. */
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

/** A file whose batches this process puts into the queue. */
export interface TakenFile {
  /** What stays the same of its name, whoever takes it. */
  stem: string
  /** The last may be torn. */
  lines: string[]
  /** Says that it is still being worked on. */
  touch(): Promise<void>
  giveBack(): Promise<void>
  remove(): Promise<void>
}

/** A batch out of its line; undefined for one that was torn when its writer died. */
export function readLine(line: string): SpooledBatch | undefined {
  try {
    const { jobId, batch } = JSON.parse(line) as SpooledBatch
    return typeof jobId === 'string' && Array.isArray(batch.clicks) ? { jobId, batch } : undefined
  } catch {
    return undefined
  }
}

/** False when the file lost its name meanwhile: somebody may have read it before this line. */
async function writeLine(handle: FileHandle, path: string, line: Buffer): Promise<boolean> {
  await handle.appendFile(line)
  const [mine, named] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)])
  return named?.ino === mine.ino
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
