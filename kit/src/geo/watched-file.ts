import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from '../process/log.ts'

/** Whether the content in use matches the file on disk. */
export type FileState = 'current' | 'absent' | 'unusable'

export interface WatchedFile<T> {
  /** Parsed from the last usable version of the file; undefined if there was none so far. */
  readonly content: T | undefined
  readonly state: FileState
  /** Checks the file once, as the timer does. Never throws. */
  look(): Promise<void>
  close(): void
}

interface Stats {
  size: number
  mtimeMs: number
  ctimeMs: number
  ino: number
}

const markOf = ({ size, mtimeMs, ctimeMs, ino }: Stats) => [size, mtimeMs, ctimeMs, ino].join()

/**
 * Reads a file, and again when it has changed and then stayed the same between two checks, so that
 * partly written files are ignored. `parse` throws for unusable content; the last usable content
 * then stays in use.
 */
export function watchFile<T>(
  path: string,
  parse: (bytes: Buffer) => T,
  log: Logger,
  everyMs: number,
): WatchedFile<T> {
  let content: T | undefined
  let state: FileState = 'absent'
  /** The versions of the file that were last parsed and last seen. */
  let tried: string | undefined
  let seen: string | undefined

  const missing = (error: unknown) => {
    const next = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'unusable'
    if (state !== next || seen !== undefined) log.warn({ err: error, path }, 'file cannot be read')
    state = next
    tried = seen = undefined
  }
  const take = (mark: string, bytes: Buffer) => {
    tried = mark
    try {
      content = parse(bytes)
      state = 'current'
      log.info({ path, bytes: bytes.length }, 'file read')
    } catch (error) {
      state = 'unusable'
      log.error({ err: error, path, hasPrevious: content !== undefined }, 'parsing the file failed')
    }
  }

  async function look(): Promise<void> {
    try {
      const mark = markOf(await stat(path))
      const settled = mark === seen
      seen = mark
      if (!settled || mark === tried) return
      const bytes = await readFile(path)
      if (markOf(await stat(path)) === mark) take(mark, bytes)
    } catch (error) {
      missing(error)
    }
  }

  try {
    seen = markOf(statSync(path))
    take(seen, readFileSync(path))
  } catch (error) {
    missing(error)
  }
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => void look().then(() => timer && next()), everyMs).unref()
  }
  next()
  return {
    get content() {
      return content
    },
    get state() {
      return state
    },
    look,
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
