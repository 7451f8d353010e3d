import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { BadExport, verifyArchive } from './archive.adapter.ts'
import { type ExportParts, exportTeam } from './export.worker.ts'
import { KINDS, type Manifest } from './manifest.rules.ts'

/**
 * Writes all data of the team of a call to a new file, readable by its owner only, and verifies it. The file
 * has its name only once it is complete. Throws if the file exists.
 */
export async function exportToFile(
  path: string,
  parts: ExportParts,
  call: CallOptions,
): Promise<Manifest> {
  if (existsSync(path)) throw new BadExport(`${path} already exists. Choose another file.`)
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  try {
    const file = await exportTeam(parts, call)
    await parts.organizations.recordExport({ data: 'team', query: '' }, call)
    await pipeline(file, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    const manifest = await verifyArchive(partial)
    await rename(partial, path)
    return manifest
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** What an export contains, for the output of a command. */
export const contentsOf = ({ organization, files }: Manifest) => ({
  org_id: organization.id,
  exported: Object.fromEntries(KINDS.map((kind) => [kind, files[kind].lines])),
})
