import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs'

const TAIL_BYTES = 16_384

/** Renames the log of the previous run to `<path>.1`, so that each run starts a new one. */
export function rotate(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.1`)
}

/** Opens a log for appending; if that fails, as on a full disk, its lines are dropped. */
export function openLogFile(path: string): number {
  try {
    return openSync(path, 'a', 0o640)
  } catch {
    return openSync('/dev/null', 'a')
  }
}

/** The last lines of a file, not before byte `from`. */
export function tail(path: string, lines: number, from = 0): string[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return []
  }
  try {
    const { size } = fstatSync(file)
    const begin = Math.max(from, size - TAIL_BYTES)
    const bytes = Buffer.alloc(Math.max(0, size - begin))
    readSync(file, bytes, 0, bytes.length, begin)
    return bytes.toString('utf8').trimEnd().split('\n').filter(Boolean).slice(-lines)
  } finally {
    closeSync(file)
  }
}
