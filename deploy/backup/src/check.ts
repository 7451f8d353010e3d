import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { changeDatabase, loadClickHouse, partitionsOf } from './clickhouse.ts'
import { isWritten } from './file.ts'
import { describeDatabase, loadDatabase } from './postgres.ts'
import { tryRedis } from './redis.ts'
import { type BackupSources, databaseOf, filesIn, readFacts } from './stores.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export interface CheckResult {
  ok: boolean
  faults: string[]
  /** Number of restored and compared rows and accepted keys. */
  postgres_rows: number
  clickhouse_rows: number
  redis_keys: number
}

/**
 * Restores a backup into scratch databases on the same servers, compares their contents with what
 * was backed up, and drops them. Running processes are not disturbed.
 */
export async function checkBackup(sources: BackupSources, folder: string): Promise<CheckResult> {
  const facts = readFacts(folder)
  const result = { ok: false, faults: [] as string[], postgres_rows: 0, clickhouse_rows: 0 }
  const found = await filesIn(folder)
  for (const [path, { sha256 }] of Object.entries(facts.files)) {
    if (found[path]?.sha256 !== sha256) result.faults.push(`${path} is missing or damaged`)
  }
  const trial = randomBytes(4).toString('hex')
  for (const name of sources.databases) await checkPostgres(name)
  await checkClickHouse()
  let redis_keys = 0
  for (const [role, url] of [
    ['queue', sources.redisQueueUrl],
    ['cache', sources.redisCacheUrl],
  ] as const) {
    const path = join(folder, `redis-${role}.ndjson`)
    if (isWritten(path)) redis_keys += await tryRedis(url, path)
  }
  return { ...result, ok: result.faults.length === 0, redis_keys }

  async function checkPostgres(name: string): Promise<void> {
    const scratch = `backup_check_${name}_${trial}`
    const url = databaseOf(sources, scratch)
    try {
      await migrateWith(join('services', name), { DATABASE_URL: url })
      await loadDatabase(url, folder, name, false)
      const { tables, migration } = await describeDatabase(url)
      const before = facts.databases[name]
      for (const [table, { rows, checksum }] of Object.entries(before?.tables ?? {})) {
        result.postgres_rows += tables[table]?.rows ?? 0
        // A newer release may have added columns, which change the checksum.
        const isSame = before?.migration !== migration || tables[table]?.checksum === checksum
        if (tables[table]?.rows !== rows || !isSame) {
          result.faults.push(
            `${name}.${table}: ${rows} rows expected, ${tables[table]?.rows} found`,
          )
        }
      }
    } finally {
      await dropDatabase(databaseOf(sources, 'postgres'), scratch)
    }
  }

  async function checkClickHouse(): Promise<void> {
    const { clickhouseUrl: url, clickhouseDatabase } = sources
    const scratch = `${clickhouseDatabase}_backup_check_${trial}`
    await changeDatabase(url, 'CREATE', scratch)
    try {
      await migrateWith('services/analytics', { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: scratch })
      await loadClickHouse(url, scratch, folder)
      const partitions = await partitionsOf(url, scratch)
      for (const [name, { rows }] of Object.entries(facts.partitions ?? {})) {
        const found = partitions[name]?.rows ?? 0
        result.clickhouse_rows += found
        // Merges remove replaced rows from other tables; clicks are only added.
        if (found < rows && name.startsWith('clicks_raw')) {
          result.faults.push(`${name}: ${rows} rows expected, ${found} found`)
        }
      }
    } finally {
      await changeDatabase(url, 'DROP', scratch)
    }
  }
}

async function migrateWith(service: string, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, service, 'src', 'migrate.ts')], {
    env,
  })
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
