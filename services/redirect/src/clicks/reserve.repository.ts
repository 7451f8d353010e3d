import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'

/** At least as many as processes and queues that share a folder: each takes one part at a time. */
const PARTS = 16
/** An unfinished file that is this old was left by a killed process. */
const ABANDONED_MS = 10_000
/** What a check writes when no batch was refused before. */
const CHECK_BYTES = 4_096
/** Between the lines of a spool file, newlines are nothing. */
const FILLER = Buffer.alloc(64 * 1024, '\n')

/** An open file that can be overwritten up to `maxBytes`. */
interface Part {
  handle: FileHandle
  maxBytes: number
}

export type Reserve = ReturnType<typeof openReserve>

/**
 * Disk space for the spool, for when the disk is full: files of newlines, which a process takes by
 * renaming them, and overwrites. Space that was freed instead would go to whatever writes first on
 * that disk. Processes that share the folder share the reserve.
 */
export function openReserve(folder: string, bytes: number) {
  const home = join(folder, RESERVE_FOLDER)
  const partBytes = Math.floor(bytes / PARTS)
  const slots = Array.from({ length: bytes > 0 ? PARTS : 0 }, (_, i) => `${i}-${partBytes}`)
  let left = 0

  /** The missing parts. Removes unfinished files and parts of another size. */
  async function look(): Promise<string[]> {
    const names = await readdir(home).catch((): string[] => [])
    const missing = slots.filter((it) => !names.includes(it))
    left = slots.length - missing.length
    for (const name of names.filter((it) => !slots.includes(it))) {
      const found = await stat(join(home, name)).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS)
        await rm(join(home, name), { force: true })
    }
    return missing
  }

  async function overwrite(file: FileHandle): Promise<void> {
    for (let at = 0; at < partBytes; at += FILLER.length) {
      await file.write(FILLER, 0, Math.min(FILLER.length, partBytes - at), at)
    }
    await file.sync()
  }

  const unfinished = () => join(home, crypto.randomUUID())

  return {
    /** Size of the parts that are left, when they were last looked at. */
    freeBytes: () => left * partBytes,

    /**
     * Makes one missing part, if that leaves the disk as much space as the whole reserve. True if
     * there may be more to make.
     */
    async fill(): Promise<boolean> {
      const missing = await look()
      // At random: processes that share the folder rarely make the same part.
      const slot = missing[Math.floor(Math.random() * missing.length)]
      if (slot === undefined) return false
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize - partBytes < bytes) return false
      await mkdir(home, { recursive: true, mode: 0o700 })
      const path = unfinished()
      const file = await open(path, 'wx', 0o600)
      try {
        await overwrite(file)
        await rename(path, join(home, slot))
        left++
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return missing.length > 1
    },

    /** Moves a part to `path`; undefined if none is left that holds `minBytes`. */
    async take(path: string, minBytes: number): Promise<Part | undefined> {
      if (minBytes > partBytes || left === 0) return undefined
      for (const slot of slots) {
        const part = join(home, slot)
        try {
          // Before the part has the name of a spool file: an old one counts as abandoned.
          await utimes(part, new Date(), new Date())
          await rename(part, path)
        } catch {
          continue // taken by another process
        }
        left--
        return { handle: await open(path, 'r+'), maxBytes: partBytes }
      }
      left = 0
      return undefined
    },

    /**
     * Makes a part of an emptied file to which nothing has an open handle. False if none is missing
     * or the file is too small.
     */
    async recycle(path: string): Promise<boolean> {
      const [slot] = await look()
      if (slot === undefined) return false
      const file = await open(path, 'r+')
      try {
        if ((await file.stat()).size < partBytes) return false
        await file.truncate(partBytes)
        await overwrite(file)
        await rename(path, join(home, slot))
        left++
        return true
      } finally {
        await file.close()
      }
    },

    /** Throws if a line could not be written now; `refusedBytes` is the size of one that failed. */
    async check(refusedBytes = 0): Promise<void> {
      await access(folder, constants.W_OK)
      if (left > 0 && refusedBytes <= partBytes) return
      if (slots.length === 0 && refusedBytes === 0) return
      await mkdir(home, { recursive: true, mode: 0o700 })
      const path = unfinished()
      try {
        await writeFile(path, Buffer.alloc(Math.max(refusedBytes, CHECK_BYTES)), { mode: 0o600 })
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
