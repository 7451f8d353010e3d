import { createHash } from 'node:crypto'
import { LINE_BYTES, type MovedKind } from '@fingerpost/protos/moved-kinds'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { fileOf, KINDS, MANIFEST, type Manifest, readManifest } from './manifest.rules.ts'

/** A file that is not a complete export; the message says why. */
export class BadExport extends Error {}

/** Lines of a kind, as many as fit into one call. */
export interface Batch {
  text: Buffer
  lines: number
  /** The number of lines before. */
  before: number
}

/** A complete export of a team. */
export interface Archive {
  manifest: Manifest
  /** SHA-256 of the manifest, and so of all lines: two exports with the same id are the same. */
  id: string
  /** Throws BadExport once the lines differ from the manifest. */
  batches(kind: MovedKind, bytes: number): AsyncGenerator<Batch, undefined>
  close(): void
}

const MANIFEST_BYTES = 100_000
const LINE_FEED = 10

/** Opens an export. Throws BadExport unless its manifest is complete and its files are those of an export. */
export async function openArchive(path: string): Promise<Archive> {
  // Raw names, because yauzl fails on a path outside the archive before it can be reported. Names are
  // never used as paths.
  const options = { autoClose: false, decodeStrings: false }
  const zip = await openPromise(path, options).catch((error: Error) => {
    if ('code' in error) throw new BadExport(`${path} cannot be read: ${error.message}`)
    throw new BadExport(`${path} is not a complete ZIP file. Export the team again.`)
  })
  try {
    const entries = await readEntries(zip)
    const entry = entries.get(MANIFEST)
    if (!entry || entry.uncompressedSize > MANIFEST_BYTES) {
      throw new BadExport('The file is not an export of a team: it has no manifest.')
    }
    const text = await readAll(zip, entry)
    const manifest = readManifest(text.toString())
    if (typeof manifest === 'string') throw new BadExport(manifest)
    const batches = (kind: MovedKind, bytes: number) =>
      readBatches(zip, entries.get(fileOf(kind)), manifest, kind, bytes)
    const id = createHash('sha256').update(text).digest('hex')
    return { manifest, id, batches, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Checks every file of an export against the manifest. Throws BadExport. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const archive = await openArchive(path)
  try {
    for (const kind of KINDS) for await (const _ of archive.batches(kind, LINE_BYTES));
    return archive.manifest
  } finally {
    archive.close()
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const known = new Set([MANIFEST, ...KINDS.map(fileOf)])
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString()
      if (!known.has(name) || entries.has(name)) {
        throw new BadExport(
          `The file has ${JSON.stringify(name.slice(0, 100))}, which is not part of an export.`,
        )
      }
      entries.set(name, entry)
    }
  } catch (error) {
    throw error instanceof BadExport ? error : damaged(MANIFEST, error)
  }
  return entries
}

const damaged = (name: string, cause?: unknown) =>
  new BadExport(`${name} in the export is damaged. Export the team again.`, { cause })

async function readAll(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
  } catch (error) {
    throw damaged(MANIFEST, error)
  }
}

/** Whole lines in batches of about as many bytes; one batch and one line are in memory at a time. */
async function* readBatches(
  zip: ZipFile,
  entry: Entry | undefined,
  { files }: Manifest,
  kind: MovedKind,
  bytes: number,
): AsyncGenerator<Batch, undefined> {
  const name = fileOf(kind)
  if (!entry) throw damaged(name)
  const hash = createHash('sha256')
  let held: Buffer[] = []
  let line: Buffer[] = []
  let [heldLines, before, read, size, lineSize] = [0, 0, 0, 0, 0]

  const take = (): Batch => {
    const batch = { text: Buffer.concat(held), lines: heldLines, before }
    before += heldLines
    held = []
    heldLines = size = 0
    return batch
  }

  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
      if (read > files[kind].bytes) throw damaged(name)
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, at)
        const part = chunk.subarray(at, end === -1 ? chunk.length : end + 1)
        line.push(part)
        lineSize += part.length
        at += part.length
        if (lineSize > LINE_BYTES) {
          throw new BadExport(`${name}, line ${before + heldLines + 1} is too long.`)
        }
        if (end === -1) continue
        // Millions of empty lines compress to almost nothing, and no batch limit stops them.
        if (lineSize === 1) {
          throw new BadExport(`${name}, line ${before + heldLines + 1} is empty.`)
        }
        if (size + lineSize > bytes && heldLines > 0) yield take()
        held.push(...line)
        size += lineSize
        heldLines++
        line = []
        lineSize = 0
      }
    }
  } catch (error) {
    throw error instanceof BadExport ? error : damaged(name, error)
  }
  const { lines, sha256 } = files[kind]
  const whole = before + heldLines === lines && read === files[kind].bytes && lineSize === 0
  if (!whole || hash.digest('hex') !== sha256) throw damaged(name)
  if (heldLines > 0) yield take()
}
