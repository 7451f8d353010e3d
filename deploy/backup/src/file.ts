import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** The entry of a file in `backup.json`. */
export interface FileFacts {
  bytes: number
  sha256: string
}

const SUFFIX = '.zst'

/** Writes chunks to `<path>.zst`, compressed. The same chunks give the same bytes. */
export async function writeCompressed(
  path: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const file = createWriteStream(path + SUFFIX, { mode: 0o600 })
  // A chunk at a time: one that waits when the input ends would be compressed as the end, in other
  // bytes.
  await pipeline(chunks, createZstdCompress({ writableHighWaterMark: 1 } as object), file)
}

/** Whether `writeCompressed` or a release without compression wrote this file. */
export const isWritten = (path: string): boolean => existsSync(path + SUFFIX) || existsSync(path)

/** Reads a file of `writeCompressed`, or of a release without compression. */
export function readCompressed(path: string): Readable {
  if (!existsSync(path + SUFFIX)) return createReadStream(path)
  const text = createZstdDecompress()
  // An error destroys `text`, so its reader receives it.
  pipeline(createReadStream(path + SUFFIX), text).catch(() => {})
  return text
}

export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
