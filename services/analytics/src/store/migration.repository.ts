import { readMigrations, requireSameOrigin } from '@fingerpost/kit/stores/run-migrations'
import {
  type ClickHousePlace,
  isMissing,
  isStoreAway,
  openClickHouse,
} from './clickhouse.client.ts'
import { onCluster } from './cluster.rules.ts'

/**
 * Runs the pending `NNNN_name.sql` migrations of a folder; creates the database if it is missing.
 * ClickHouse has no transactions or locks for this, so every statement must be idempotent (`IF NOT
 * EXISTS`): concurrent runs all succeed. Throws if an applied file was changed. On a cluster, runs
 * on all servers. Returns the names of the migrations that ran.
 */
export async function migrate(env: ClickHousePlace, folder: string): Promise<string[]> {
  const cluster = env.CLICKHOUSE_CLUSTER
  await createDatabase(env)
  const clickhouse = openClickHouse(env)
  const run = async (statement: string) => {
    const parts = cluster ? onCluster(statement, cluster) : [statement]
    for (const part of parts) await clickhouse.command(part)
  }
  try {
    await run(`
      CREATE TABLE IF NOT EXISTS migrations_v1
      (name String, sha256 String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
      ENGINE = ReplacingMergeTree ORDER BY name`)
    const applied = new Map(
      (
        await clickhouse.read<{ name: string; sha256: string }>({
          text: 'SELECT name, sha256 FROM migrations_v1 FINAL',
          params: {},
        })
      ).map(({ name, sha256 }) => [name, sha256]),
    )
    const migrations = await readMigrations(folder)
    requireSameOrigin(migrations, applied)
    const ran: string[] = []
    for (const { name, text, sha256 } of migrations) {
      if (applied.has(name)) continue
      for (const statement of statementsOf(text)) await run(statement)
      await clickhouse.insert('migrations_v1', [{ name, sha256 }])
      ran.push(name)
    }
    return ran
  } finally {
    await clickhouse.close()
  }
}

/** Names of the migrations that ran; undefined if the server is unreachable. */
export async function appliedMigrations(env: ClickHousePlace): Promise<string[] | undefined> {
  const clickhouse = openClickHouse(env)
  try {
    const text = 'SELECT name FROM migrations_v1'
    return (await clickhouse.read<{ name: string }>({ text, params: {} })).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    if (isStoreAway(error)) return undefined
    throw error
  } finally {
    await clickhouse.close()
  }
}

async function createDatabase(env: ClickHousePlace) {
  const where = env.CLICKHOUSE_CLUSTER ? `ON CLUSTER '${env.CLICKHOUSE_CLUSTER}'` : ''
  const server = openClickHouse({ ...env, CLICKHOUSE_DATABASE: 'system' })
  try {
    const text = `CREATE DATABASE IF NOT EXISTS {name:Identifier} ${where} ENGINE = Atomic`
    await server.command(text, { name: env.CLICKHOUSE_DATABASE })
  } finally {
    await server.close()
  }
}

/**
 * Splits at semicolons at the end of a line, because ClickHouse takes one statement per request.
 */
export const statementsOf = (text: string) =>
  text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => /^(?!--)\S/m.test(statement))
