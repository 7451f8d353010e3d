import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

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
