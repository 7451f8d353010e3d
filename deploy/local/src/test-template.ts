import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { readConfig, withoutChoices } from './config.ts'
import { freePort } from './ports.ts'
import { startTime } from './process-identity.ts'
import { createShutdownSignals, type ShutdownSignals } from './signals.ts'
import { startStack } from './stack.ts'
import { Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const FOLDER = join(root, '.data', 'test-template')

/** Everything that decides what is in a data folder after the first start. */
const SOURCES = [
  'pnpm-lock.yaml',
  'deploy/clickhouse/*.xml',
  'deploy/local/src/*.ts',
  'kit/src/stores/*.ts',
  'services/*/migrations/**/*.*',
  'services/*/src/migrate.ts',
  'services/catalog/src/setup/*.ts',
]

/**
 * Tests kill processes, never the machine, so what Postgres has given to the operating system survives.
 * `synchronous_commit` stays: an answered write survives a killed Postgres.
 */
const POSTGRES_SETTINGS = "fsync = off\nfull_page_writes = off\nmin_wal_size = '32MB'\n"

/**
 * Creates the data folder of a test stack: stores with all migrations and the first team, copied from
 * a template. The first call after a change of their sources makes the template, which takes as long
 * as a first start.
 */
export async function createTestData(
  folder: string,
  env: NodeJS.ProcessEnv,
  signals = createShutdownSignals(Date.now).signals,
): Promise<void> {
  const template = join(FOLDER, fingerprint())
  if (!existsSync(template)) await createTemplate(template, env, signals)
  // Keeps owners, and shares blocks where the file system can.
  await execa('cp', ['-a', template, folder])
}

async function createTemplate(
  template: string,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const others = readdirSync(FOLDER).filter((it) => it !== basename(template) && !isInUse(it))
  const fresh = join(FOLDER, `new-${process.pid}`)
  await rm(fresh, { recursive: true, force: true })
  const config = readConfig(
    {
      ...withoutChoices(env),
      FINGERPOST_DATA: fresh,
      FINGERPOST_PORT: `${await freePort()}`,
      FINGERPOST_PROCESSES: 'one',
      SPOOL_RESERVE_BYTES: '0',
    },
    root,
  )
  const stack = await startStack(config, signals, new Terminal())
  await stack.stop()
  appendFileSync(join(fresh, 'postgres', 'postgresql.conf'), POSTGRES_SETTINGS)
  await rm(join(fresh, 'logs'), { recursive: true })
  // Another run may have been faster; its template is the same.
  await rename(fresh, template).catch((error) => {
    if (!existsSync(template)) throw error
    return rm(fresh, { recursive: true })
  })
  for (const name of others) await rm(join(FOLDER, name), { recursive: true, force: true })
}

/** Whether a folder is a template that another run is making. */
function isInUse(name: string): boolean {
  const pid = Number(/^new-(\d+)$/.exec(name)?.[1])
  return pid !== process.pid && startTime(pid) !== undefined
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}
