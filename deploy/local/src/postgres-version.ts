import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { majorOf } from './postgres-binaries.ts'
import { StartError } from './start-error.ts'

/**
 * Rejects a data folder of another major version, which this Postgres cannot read. Throws a
 * StartError with upgrade instructions.
 */
export function requireVersion(folder: string, version: string): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const made = readFileSync(file, 'utf8').trim()
  const runs = majorOf(version)
  if (made === runs) return
  throw new StartError(
    `${folder} belongs to Postgres ${made}, and this release runs Postgres ${runs}, which cannot read it. ` +
      'Start the release that created it, back it up (npm run admin -- backup <folder>), move its data folder away, and ' +
      'restore the backup with this release (npm run admin -- restore <folder>).',
  )
}
