import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { url as postgresUrl, readEnv } from '../process/env.ts'
import { isUnreachable } from './postgres-error.ts'
import {
  type Migration,
  readMigrations,
  requireSameOrigin,
  runMigrations,
} from './run-migrations.ts'

/** The main function of the migration script of a service with a database, at `DATABASE_URL`. */
export async function runPostgresMigrations(folder: string): Promise<void> {
  const { DATABASE_URL: url } = readEnv({ DATABASE_URL: postgresUrl() })
  await runMigrations({
    folder,
    migrate: () => migrate(url, folder),
    applied: () => appliedMigrations(url),
  })
}

/**
 * Runs the pending `NNNN_name.sql` migrations of a folder, and creates the database if it does not
 * exist. Concurrent runs wait for each other, at most a minute. Returns the names of the migrations
 * that ran.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  await createDatabase(url)
  const migrations = await readMigrations(folder)
  for (let tries = 1; ; tries++) {
    // Own client: the runner would not close its connection when a migration fails.
    const dbClient = new pg.Client({ connectionString: url })
    await dbClient.connect()
    try {
      requireSameOrigin(migrations, await hashesOf(dbClient))
      const ran = await runner({
        dbClient,
        dir: folder,
        direction: 'up',
        migrationsTable: 'migrations',
        log: () => {},
      })
      await storeHashes(dbClient, migrations)
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

/** The SHA-256 of the applied migrations by name. */
async function hashesOf(client: pg.Client): Promise<Map<string, string | undefined>> {
  const { rows } = await client
    .query<{ row: { name: string; sha256?: string } }>(
      'select to_jsonb(m) as row from migrations m',
    )
    .catch((error) => {
      if (error.code === NO_TABLE) return { rows: [] }
      throw error
    })
  return new Map(rows.map(({ row }) => [`${row.name}.sql`, row.sha256 ?? undefined]))
}

/** Stores the SHA-256 of migrations that were just applied, in a column beside those of node-pg-migrate. */
async function storeHashes(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('alter table migrations add column if not exists sha256 text')
  for (const { name, sha256 } of migrations) {
    await client.query(
      `update migrations set sha256 = $2 where name || '.sql' = $1 and sha256 is null`,
      [name, sha256],
    )
  }
}

const NO_TABLE = '42P01'
const NO_DATABASE = '3D000'

/** File names of the migrations that ran; undefined if the server is unreachable. */
export async function appliedMigrations(url: string): Promise<string[] | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    return rows.map(({ name }) => `${name}.sql`)
  } catch (error) {
    if ([NO_TABLE, NO_DATABASE].includes((error as { code?: string }).code ?? '')) return []
    if (isUnreachable(error)) return undefined
    throw error
  } finally {
    await client.end().catch(() => {})
  }
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
