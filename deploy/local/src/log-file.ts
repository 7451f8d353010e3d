import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs'

const TAIL_BYTES = 16_384

/** Keeps the log of the run before as `<path>.1`, so that each run has its own. */
export function rotate(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.1`)
}

/** The last lines of a file, looking no further back than byte `from`. */
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
