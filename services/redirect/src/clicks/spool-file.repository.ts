import { fstatSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { END } from './job.rules.ts'
import type { Reserve } from './reserve.repository.ts'

const MAX_BYTES = 8 * 1024 * 1024

/** What the shipper may read of a file: whole jobs up to a position. */
export interface ShippedFile {
  path: string
  end: number
  /** Whether nothing will be written to it any more. */
  isClosed: boolean
  /** Whether its space is a part of the reserve. */
  isReserved: boolean
}

/** A file that this process appends to. */
export interface SpoolFile extends ShippedFile {
  handle: FileHandle
  ino: number
  /** Bytes that were written completely. */
  bytes: number
  /** The same before the last lines. */
  before: number
  maxBytes: number
  openedMs: number
}

const newPath = (folder: string) => join(folder, `${Date.now()}-${crypto.randomUUID()}.open`)

export async function createFile(folder: string): Promise<SpoolFile> {
  const path = newPath(folder)
  return begin(path, await open(path, 'ax+', 0o600), MAX_BYTES, false)
}

/** A part of the reserve that holds this many bytes; undefined if there is none. */
export async function takePart(
  folder: string,
  reserve: Reserve,
  minBytes: number,
): Promise<SpoolFile | undefined> {
  const path = newPath(folder)
  const part = await reserve.take(path, minBytes)
  return part && begin(path, part.handle, part.maxBytes, true)
}

async function begin(path: string, handle: FileHandle, maxBytes: number, isReserved: boolean) {
  const { ino } = await handle.stat()
  const openedMs = performance.now()
  return {
    ...{ path, handle, ino, maxBytes, openedMs, isReserved },
    ...{ bytes: 0, before: 0, end: 0, isClosed: false },
  }
}

/** Writes lines. Whether they are stored: false if another process has taken the file over. */
export async function place(file: SpoolFile, lines: Buffer): Promise<boolean> {
  const { handle, path, bytes, isReserved, ino } = file
  const { bytesWritten } = await handle.write(lines, 0, lines.length, isReserved ? bytes : null)
  if (bytesWritten < lines.length) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  if (isReserved) {
    if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) return false
  } else if (fstatSync(handle.fd).size !== bytes + lines.length) {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, bytes)
    if (END.startsWith(buffer.toString())) return false
  }
  file.before = bytes
  file.bytes += lines.length
  return true
}
