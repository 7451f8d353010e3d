import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { explain } from '../process/command-line.ts'

/**
 * The main function of a migration script: an error is printed to standard error and sets exit code 1.
 */
export async function runMigrations(run: () => Promise<string[]>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Throws if the first migration is not among the applied ones, because the database was created by
 * release 0.1, whose migrations were others.
 */
export function requireSameOrigin(applied: readonly string[], first: string): void {
  if (applied.length === 0 || applied.includes(first)) return
  throw new Error(
    'This database was created by Fingerpost 0.1. Export each team with that release (org export), ' +
      'and import it into an empty instance of this one (org import): docs/moving.md',
  )
}

/**
 * Runs the pending `NNNN_name.sql` migrations of a folder, and creates the database if it does not
 * exist. Concurrent runs wait for each other, at most a minute. Returns the names of the migrations
 * that ran.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  await createDatabase(url)
  for (let tries = 1; ; tries++) {
    // Own client: the runner would not close its connection when a migration fails.
    const dbClient = new pg.Client({ connectionString: url })
    await dbClient.connect()
    try {
      requireSameOrigin(await appliedOf(dbClient), (await readdir(folder)).sort()[0] ?? '')
      const ran = await runner({
        dbClient,
        dir: folder,
        direction: 'up',
        migrationsTable: 'migrations',
        log: () => {},
      })
      return ran.map(({ name }) => name)
    } catch (error) {
      const locked = error instanceof Error && /already running/.test(error.message)
      if (!locked || tries === 240) throw error
    } finally {
      await dbClient.end()
    }
    await sleep(250)
  }
}

/** File names of the migrations that were applied. */
async function appliedOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0].exists) return []
  const applied = await client.query<{ name: string }>('select name from migrations')
  return applied.rows.map(({ name }) => `${name}.sql`)
}

async function createDatabase(url: string): Promise<void> {
  const server = new URL(url)
  const name = decodeURIComponent(server.pathname.slice(1))
  server.pathname = 'postgres'
  const admin = new pg.Client({ connectionString: server.href })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await admin.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // 42P04, 23505: a concurrent run created it first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await admin.end()
  }
}
