import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { dumpClickHouse, loadClickHouse } from './clickhouse.ts'
import { dumpDatabase, hasRows, loadDatabase } from './postgres.ts'
import { dumpRedis, loadRedis } from './redis.ts'
import { republish } from './republish.ts'

/** Where everything is that is kept. */
export interface Kept {
  /** A Postgres server, and which of its databases. */
  databaseUrl: string
  databases: readonly string[]
  redisCacheUrl: string
  redisQueueUrl: string
  /** Prefixes of Redis keys that services derive from their tables; not backed up. */
  derivedKeys: readonly string[]
  clickhouseUrl: string
  clickhouseDatabase: string
  /** Files and folders by the names they have in a backup. */
  files: Readonly<Record<string, string>>
}

/** What stands in `backup.json` of a backup. */
export interface BackupFacts {
  made_at: string
  redis_keys: number
  postgres_rows: number
  tables: string[]
}

/** There is something where the backup is to go. */
export class Taken extends Error {}

const FACTS = 'backup.json'

/**
 * Copies everything into a folder that is made, while everything runs: in the order in which a job
 * travels (files, Redis, ClickHouse, Postgres), so that what moves on meanwhile is copied twice and never
 * missed. The folder has its name only when it is whole. Throws Taken.
 */
export async function backUp(kept: Kept, folder: string): Promise<BackupFacts> {
  if (existsSync(folder)) throw new Taken(`${folder} is there already.`)
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  for (const [name, path] of Object.entries(kept.files)) {
    if (existsSync(path)) cpSync(path, join(making, name), { recursive: true })
  }
  const { derivedKeys } = kept
  const keys = await dumpRedis(kept.redisQueueUrl, join(making, 'redis-queue.ndjson'), derivedKeys)
  if (kept.redisCacheUrl !== kept.redisQueueUrl) {
    await dumpRedis(kept.redisCacheUrl, join(making, 'redis-cache.ndjson'), derivedKeys)
  }
  const tables = await dumpClickHouse(kept.clickhouseUrl, kept.clickhouseDatabase, making)
  let rows = 0
  for (const name of kept.databases)
    rows += await dumpDatabase(databaseOf(kept, name), making, name)
  const made_at = new Date().toISOString()
  const facts: BackupFacts = { made_at, redis_keys: keys, postgres_rows: rows, tables }
  writeFileSync(join(making, FACTS), `${JSON.stringify(facts, null, 2)}\n`)
  renameSync(making, folder)
  return facts
}

/** Whether a folder holds a whole backup. */
export const isBackup = (folder: string): boolean => existsSync(join(folder, FACTS))

/**
 * Puts a backup in the place of everything, while nothing but the stores runs, whose tables are there.
 * Where there are rows already it throws Taken, unless they are to be replaced.
 */
export async function restore(kept: Kept, folder: string, replace: boolean): Promise<BackupFacts> {
  const urls = kept.databases.map((name) => [name, databaseOf(kept, name)] as const)
  const taken = await Promise.all(urls.map(([, url]) => hasRows(url)))
  if (taken.includes(true) && !replace) {
    throw new Taken('There is data already; --replace puts the backup in its place.')
  }
  for (const [name, url] of urls) await loadDatabase(url, folder, name)
  await loadClickHouse(kept.clickhouseUrl, kept.clickhouseDatabase, folder)
  const { derivedKeys } = kept
  await loadRedis(kept.redisQueueUrl, join(folder, 'redis-queue.ndjson'), derivedKeys)
  const cache = join(folder, 'redis-cache.ndjson')
  if (existsSync(cache)) await loadRedis(kept.redisCacheUrl, cache, derivedKeys)
  for (const [name, path] of Object.entries(kept.files)) restoreFile(join(folder, name), path)
  return JSON.parse(readFileSync(join(folder, FACTS), 'utf8'))
}

/**
 * Makes the services that own the databases publish every record again; they must be running. Returns the
 * number of records per database.
 */
export async function republishAll(
  kept: Pick<Kept, 'databaseUrl' | 'databases'>,
): Promise<Record<string, number>> {
  const published: Record<string, number> = {}
  for (const name of kept.databases) {
    const records = await republish(databaseOf(kept, name))
    if (records !== undefined) published[name] = records
  }
  return published
}

/** A folder is emptied and filled, not replaced: it may be where a volume is mounted. */
function restoreFile(from: string, to: string): void {
  if (!existsSync(from)) return
  if (!statSync(from).isDirectory()) return void cpSync(from, to)
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

/** The server's URL with another database. */
function databaseOf({ databaseUrl }: Pick<Kept, 'databaseUrl'>, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
