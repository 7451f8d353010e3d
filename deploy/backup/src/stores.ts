import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { explain } from '@fingerpost/kit/process/command-line'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { BackupError } from './backup-error.ts'
import { dumpClickHouse, loadClickHouse, type PartitionFacts, partitionsOf } from './clickhouse.ts'
import { type FileFacts, factsOf, isWritten } from './file.ts'
import { exclusively } from './lock.ts'
import { type DatabaseFacts, dumpDatabase, hasRows, loadDatabase } from './postgres.ts'
import { dumpRedis, hasKeys, loadRedis } from './redis.ts'
import { republish } from './republish.ts'

/** Locations of all data that is backed up. */
export interface BackupSources {
  /** A Postgres server and the names of its databases. */
  databaseUrl: string
  databases: readonly string[]
  redisCacheUrl: string
  redisQueueUrl: string
  /** Prefixes of Redis keys that services derive from their tables; not backed up. */
  derivedKeys: readonly string[]
  clickhouseUrl: string
  clickhouseDatabase: string
  /** Files and folders by their names in a backup. */
  files: Readonly<Record<string, string>>
}

/** Contents of `backup.json`. */
export interface BackupFacts {
  made_at: string
  redis_keys: number
  postgres_rows: number
  tables: string[]
  databases: Record<string, DatabaseFacts>
  partitions: Record<string, PartitionFacts>
  /** By path below the folder. */
  files: Record<string, FileFacts>
}

const FACTS = 'backup.json'

/** The facts of a complete backup. Throws if there is none. */
export const readFacts = (folder: string): BackupFacts =>
  JSON.parse(readFileSync(join(folder, FACTS), 'utf8'))

/** Writes the facts, which marks a folder as a complete backup. */
export const writeFacts = (folder: string, facts: BackupFacts): void =>
  writeFileSync(join(folder, FACTS), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })

/**
 * Copies everything into a new folder while everything runs, in the order in which a job travels
 * (files, Redis, ClickHouse, Postgres), so that a job that moves on during the backup is copied
 * twice rather than missed. ClickHouse partitions that have not changed since the backup `before`
 * are taken from it. The folder gets its name only when it is complete. Throws BackupError, also
 * while another backup or a restore is running.
 */
export const backUp = (
  sources: BackupSources,
  folder: string,
  before?: string,
): Promise<BackupFacts> => alone(sources, () => backUpAlone(sources, folder, before))

/** Runs `work` while no other backup or restore of these stores runs. */
export const alone = <T>(sources: BackupSources, work: () => Promise<T>): Promise<T> =>
  exclusively(databaseOf(sources, sources.databases[0] ?? ''), work)

/** `backUp` for callers that run it inside of `alone`. */
export async function backUpAlone(
  sources: BackupSources,
  folder: string,
  before?: string,
): Promise<BackupFacts> {
  if (existsSync(folder)) throw new BackupError(`${folder} already exists.`)
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  try {
    const facts = await copyAll(sources, making, before)
    renameSync(making, folder)
    return facts
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

async function copyAll(
  sources: BackupSources,
  making: string,
  before: string | undefined,
): Promise<BackupFacts> {
  const made_at = new Date().toISOString()
  for (const [name, path] of Object.entries(sources.files)) {
    const filter = (from: string) => basename(from) !== RESERVE_FOLDER
    if (existsSync(path)) cpSync(path, join(making, name), { recursive: true, filter })
  }
  const { derivedKeys } = sources
  let redis_keys = await dumpRedis(
    sources.redisQueueUrl,
    join(making, 'redis-queue.ndjson'),
    derivedKeys,
  )
  if (sources.redisCacheUrl !== sources.redisQueueUrl) {
    redis_keys += await dumpRedis(
      sources.redisCacheUrl,
      join(making, 'redis-cache.ndjson'),
      derivedKeys,
    )
  }
  const old = before === undefined ? undefined : readFacts(before).partitions
  const partitions = await dumpClickHouse(
    sources.clickhouseUrl,
    sources.clickhouseDatabase,
    making,
    before && old ? { folder: before, partitions: old } : undefined,
  )
  const databases: Record<string, DatabaseFacts> = {}
  for (const name of sources.databases) {
    databases[name] = await dumpDatabase(databaseOf(sources, name), making, name)
  }
  const counts = Object.values(databases).flatMap(({ tables }) => Object.values(tables))
  const facts: BackupFacts = {
    made_at,
    redis_keys,
    postgres_rows: counts.reduce((sum, { rows }) => sum + rows, 0),
    tables: [...new Set(Object.keys(partitions).map((name) => name.split('/')[0] ?? ''))],
    databases,
    partitions,
    files: await filesIn(making),
  }
  writeFacts(making, facts)
  return facts
}

/** All files below a folder. */
export async function filesIn(folder: string): Promise<Record<string, FileFacts>> {
  const files: Record<string, FileFacts> = {}
  for (const path of globSync('**', { cwd: folder }).sort()) {
    const isFile = statSync(join(folder, path)).isFile()
    if (isFile && path !== FACTS) files[path] = await factsOf(join(folder, path))
  }
  return files
}

/** Whether a folder contains a complete backup. */
export const isBackup = (folder: string): boolean => existsSync(join(folder, FACTS))

/** Names of the stores with data. Throws BackupError if one of them is unreachable. */
async function storesWithData(sources: BackupSources): Promise<string[]> {
  const { clickhouseUrl, clickhouseDatabase, derivedKeys } = sources
  const redisUrls = [...new Set([sources.redisQueueUrl, sources.redisCacheUrl])]
  const hasData: [string, Promise<boolean>][] = [
    ...sources.databases.map((name): [string, Promise<boolean>] => [
      `the Postgres database ${name}`,
      hasRows(databaseOf(sources, name)),
    ]),
    ...redisUrls.map((url): [string, Promise<boolean>] => ['Redis', hasKeys(url, derivedKeys)]),
    [
      'ClickHouse',
      partitionsOf(clickhouseUrl, clickhouseDatabase).then((it) => Object.keys(it).length > 0),
    ],
  ]
  const answers = await Promise.allSettled(hasData.map(([, answer]) => answer))
  const failures = answers.flatMap((it, n) =>
    it.status === 'rejected' ? `${hasData[n]?.[0]} is not reachable: ${explain(it.reason)}` : [],
  )
  if (failures.length > 0) throw new BackupError(failures.join('\n'))
  const named = hasData.filter((_, n) => (answers[n] as PromiseFulfilledResult<boolean>).value)
  return [...new Set(named.map(([name]) => name))]
}

/**
 * Replaces all data with a backup, while only the stores run; their tables must exist. Throws
 * BackupError without changes if a store is unreachable, a backup is running or, unless `replace`
 * is set, a store has data.
 */
export async function restore(
  sources: BackupSources,
  folder: string,
  replace: boolean,
): Promise<BackupFacts> {
  const names = await storesWithData(sources)
  if (names.length > 0 && !replace) {
    const where = names.join(', ')
    throw new BackupError(`There is data in ${where}. With --replace, the backup replaces it.`)
  }
  return alone(sources, () => loadAll(sources, folder))
}

async function loadAll(sources: BackupSources, folder: string): Promise<BackupFacts> {
  for (const name of sources.databases) await loadDatabase(databaseOf(sources, name), folder, name)
  await loadClickHouse(sources.clickhouseUrl, sources.clickhouseDatabase, folder)
  const { derivedKeys } = sources
  await loadRedis(sources.redisQueueUrl, join(folder, 'redis-queue.ndjson'), derivedKeys)
  const cache = join(folder, 'redis-cache.ndjson')
  if (isWritten(cache)) await loadRedis(sources.redisCacheUrl, cache, derivedKeys)
  for (const [name, path] of Object.entries(sources.files)) restoreFile(join(folder, name), path)
  return readFacts(folder)
}

/**
 * Makes the services that own the databases publish every record again; they must be running.
 * Returns the number of records per database.
 */
export async function republishAll(
  sources: Pick<BackupSources, 'databaseUrl' | 'databases'>,
): Promise<Record<string, number>> {
  const published: Record<string, number> = {}
  for (const name of sources.databases) {
    const records = await republish(databaseOf(sources, name))
    if (records !== undefined) published[name] = records
  }
  return published
}

/** Empties and refills a folder instead of replacing it, because it may be a mount point. */
function restoreFile(from: string, to: string): void {
  if (!existsSync(from)) return
  if (!statSync(from).isDirectory()) return void cpSync(from, to)
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

/** The server's URL with another database. */
export function databaseOf(
  { databaseUrl }: Pick<BackupSources, 'databaseUrl'>,
  name: string,
): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
