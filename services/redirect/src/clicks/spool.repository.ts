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
import type { Reserve } from './reserve.repository.ts'

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
const FULL_MESSAGE = 'the spool is full'

export type Spool = ReturnType<typeof openSpool>

/** The file that a process appends to. */
interface Current {
  path: string
  handle: FileHandle
  bytes: number
  maxBytes: number
  /** Whether its space is a part of the reserve. */
  isReserved: boolean
  dirty: boolean
}

/**
 * Stores batches in files of one folder, which several processes may share. Each process appends to
 * its own file (`.open`) and releases it when it is full (`.full`). To empty a file, even an
 * abandoned one, a process renames it (`.taken`), which only one can. After each append, the writer
 * checks that its file still has its name, and otherwise writes the batch again to a new file. So
 * correctness does not depend on liveness checks; at worst a batch is stored twice, under the same
 * id.
 *
 * Written data survives a crash of the process; it is on disk within a second (`sync`), the same
 * guarantee as `appendfsync everysec` in Redis. On a full disk, batches go to parts of the reserve.
 */
export function openSpool(folder: string, freeBytes: () => number, reserve: Reserve) {
  let file: Current | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let totalBytes = 0
  /** Size of the last line that could not be stored; 0 if the last one was. */
  let refusedBytes = 0
  let failure: unknown

  /** Serializes appending, rotating and syncing. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work)
    turn = mine.catch(() => {})
    return mine
  }

  const newPath = () => join(folder, `${Date.now()}-${crypto.randomUUID()}${OPEN}`)

  async function openFile(): Promise<Current> {
    const path = newPath()
    const handle = await open(path, 'ax', 0o600)
    return { path, handle, bytes: 0, maxBytes: ROTATE_BYTES, isReserved: false, dirty: false }
  }

  async function openReserved(minBytes: number): Promise<Current | undefined> {
    const path = newPath()
    const taken = await reserve.take(path, minBytes)
    return taken && { ...taken, path, bytes: 0, isReserved: true, dirty: false }
  }

  /** Closes the file and marks it as ready to be emptied; without the mark, it is after a while. */
  async function release(): Promise<void> {
    if (!file) return
    const { path, handle, bytes, isReserved } = file
    file = undefined
    await handle.sync().catch(() => {})
    await handle.close().catch(() => {})
    const done = bytes > 0 || isReserved ? rename(path, path.replace(OPEN, FULL)) : rm(path)
    await done.catch(() => {})
  }

  async function append(line: Buffer): Promise<void> {
    if (file && file.bytes + line.length > file.maxBytes) await release()
    try {
      await write(line, openFile)
    } catch (error) {
      await write(line, async () => {
        const reserved = isDiskFull(error) && (await openReserved(line.length))
        if (!reserved) throw error
        return reserved
      })
    }
  }

  async function write(line: Buffer, openNew: () => Promise<Current>): Promise<void> {
    for (;;) {
      file ??= await openNew()
      const now = file
      const isMine = await writeLine(now.handle, now.path, line).catch(async (error: unknown) => {
        // A torn line must be the last of its file. Cutting a part would give its space away.
        if (!now.isReserved) await now.handle.truncate(now.bytes).catch(() => {})
        await release()
        throw error
      })
      now.bytes += line.length
      now.dirty = true
      totalBytes += line.length
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

    /** Throws if the spool is full or the disk fails. */
    async append(entry: SpooledBatch): Promise<void> {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      try {
        if (line.length > freeBytes()) throw new Error(FULL_MESSAGE)
        await inTurn(() => append(line))
        refusedBytes = 0
        failure = undefined
      } catch (error) {
        refusedBytes = line.length
        failure = error
        throw error
      }
    },

    /** Finds out whether a batch could be stored now. */
    async check(): Promise<void> {
      const neededBytes = refusedBytes
      const found = await (async () => {
        if (freeBytes() < Math.max(neededBytes, 1)) throw new Error(FULL_MESSAGE)
        if (!file?.isReserved) await reserve.check(neededBytes)
      })().then(
        () => undefined,
        (error: unknown) => error,
      )
      // Unless a batch was stored or refused meanwhile: its result is newer.
      if (neededBytes === refusedBytes) failure = found
    },

    /** Why the last batch or check failed; undefined if the spool can be written. */
    failure: () => failure,

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
      // Otherwise its writer may still have it open, and would write into a part of the reserve.
      const isClosed = name.endsWith(FULL)
      try {
        await rename(join(folder, name), path)
        await touch()
        return {
          stem,
          lines: linesOf(await readFile(path)),
          touch,
          async giveBack() {
            if (isClosed) await rename(path, join(folder, stem + FULL)).catch(ignoreMissing)
          },
          async remove() {
            const isRecycled = isClosed && (await reserve.recycle(path).catch(() => false))
            if (!isRecycled) await rm(path, { force: true })
          },
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
  /** For this or another process to take it again. */
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

/** Lines of a file; in a part of the reserve, an empty line ends them. */
function linesOf(bytes: Buffer): string[] {
  const end = bytes.indexOf('\n\n')
  const text = bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8')
  return text.split('\n').filter(Boolean)
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** False if the file was renamed: another process may have read it before this line was written. */
async function writeLine(handle: FileHandle, path: string, line: Buffer): Promise<boolean> {
  await handle.appendFile(line)
  const [mine, named] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)])
  return named?.ino === mine.ino
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
