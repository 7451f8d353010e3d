import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  globSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

const TAIL_BYTES = 16_384
const MAX_BYTES = 10_000_000
/** Rotated files of a log, in addition to the one that is written. */
const ROTATED = 4

/** Renames the log of the previous run to `<path>.1`, so that each run starts a new one. */
export function rotate(path: string): void {
  if (existsSync(path)) moveToFirst(path, path)
}

/**
 * Rotates the logs in a folder that are larger than `maxBytes` while processes append to them: copies
 * each, then empties it, which loses lines that are written in between. Without space for a copy, a log
 * may grow to twice the size, and is then emptied. Never throws.
 */
export function rotateLargeLogs(folder: string, maxBytes = MAX_BYTES): void {
  for (const path of globSync('*.log', { cwd: folder }).map((name) => join(folder, name))) {
    try {
      const { size } = statSync(path)
      if (size > maxBytes && (copied(path) || size > 2 * maxBytes)) truncateSync(path)
    } catch {
      // The next call tries again.
    }
  }
}

function copied(path: string): boolean {
  const copy = `${path}.new`
  try {
    copyFileSync(path, copy)
    moveToFirst(copy, path)
    return true
  } catch {
    rmSync(copy, { recursive: true, force: true })
    return false
  }
}

/** Renames a file to `<path>.1` and those before it to `.2` and so on; the oldest is deleted. */
function moveToFirst(file: string, path: string): void {
  for (let n = ROTATED - 1; n > 0; n--) {
    if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  }
  renameSync(file, `${path}.1`)
}

/** Opens a log for appending; if that fails, as on a full disk, its lines are dropped. */
export function openLogFile(path: string): number {
  try {
    return openSync(path, 'a', 0o640)
  } catch {
    return openSync('/dev/null', 'a')
  }
}

/** The last lines of a file, not before byte `from` unless it was emptied since. */
export function tail(path: string, lines: number, from = 0): string[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return []
  }
  try {
    const { size } = fstatSync(file)
    const begin = Math.max(from > size ? 0 : from, size - TAIL_BYTES)
    const bytes = Buffer.alloc(size - begin)
    readSync(file, bytes, 0, bytes.length, begin)
    return bytes.toString('utf8').trimEnd().split('\n').filter(Boolean).slice(-lines)
  } finally {
    closeSync(file)
  }
}
