import { createHash } from 'node:crypto'
import { type PassThrough, Readable } from 'node:stream'
import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { MovedKind } from '@fingerpost/protos/moved-kinds'
import { ZipFile } from 'yazl'
import {
  fileOf,
  KINDS,
  MANIFEST,
  MANIFEST_HEAD,
  type Manifest,
  type MovedFile,
} from './manifest.rules.ts'
import { type Movers, readDeletions, readLines } from './move.client.ts'

/** What an export needs. */
export interface ExportParts {
  movers: Movers
  organizations: Client<OrganizationsService>
  productVersion: string
}

const LINE_FEED = 10
/** Low of 9 levels, because compression limits the speed of an export. */
const COMPRESSION = 3

/**
 * All data of the team of a call as a ZIP file. The manifest is its last file: a stream that fails ends
 * before it. Throws, before the stream begins, if a service does not answer. `confirm` is called before
 * each piece and ends the stream by throwing.
 */
export async function exportTeam(
  { movers, organizations, productVersion }: ExportParts,
  call: CallOptions,
  confirm: () => Promise<void> = async () => {},
): Promise<Readable> {
  const beforeMs = Date.now()
  const { id, name, slug } = await organizations.getOrganization({}, call)
  const [deletions] = await Promise.all([
    readDeletions(movers, call),
    ...(['organization', 'notes', 'bio_pages'] as const).map((kind) =>
      readLines(movers, kind, call).next(),
    ),
  ])
  const files: Partial<Record<MovedKind, MovedFile>> = {}

  async function* write(kind: MovedKind) {
    const hash = createHash('sha256')
    let [lines, bytes] = [0, 0]
    for await (const piece of readLines(movers, kind, call, beforeMs)) {
      await confirm()
      hash.update(piece)
      bytes += piece.length
      for (const byte of piece) if (byte === LINE_FEED) lines++
      yield piece
    }
    files[kind] = { lines, bytes, sha256: hash.digest('hex') }
  }

  async function* writeManifest() {
    // Otherwise clicks would be missing or counted twice.
    if ((await readDeletions(movers, call)) !== deletions) {
      throw unavailable(
        'Retention or an erasure began to delete clicks during the export. Try again.',
      )
    }
    const manifest: Manifest = {
      ...MANIFEST_HEAD,
      product_version: productVersion,
      created_at: new Date(beforeMs).toISOString(),
      organization: { id: String(id), name, slug },
      files: files as Record<MovedKind, MovedFile>,
    }
    yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  }

  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  const add = (name: string, pieces: () => AsyncIterable<Uint8Array>) =>
    zip.addReadStreamLazy(
      name,
      { compressionLevel: COMPRESSION, mtime: new Date(beforeMs) },
      (use) => {
        const source = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 })
        source.on('error', (error) => out.destroy(error)) // yazl does not listen
        use(null, source)
      },
    )
  for (const kind of KINDS) add(fileOf(kind), () => write(kind))
  add(MANIFEST, writeManifest)
  zip.on('error', (error) => out.destroy(error as Error))
  zip.end()
  return out
}
