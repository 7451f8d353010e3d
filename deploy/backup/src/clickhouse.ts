import { cpSync, existsSync, globSync, linkSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { clickhouseAt } from '@fingerpost/kit/stores/clickhouse-url'
import { readCompressed, writeCompressed } from './file.ts'

/** A partition, the month of a table of clicks. */
export interface PartitionFacts {
  /** Changes with every insert, mutation and merge. */
  fingerprint: string
  /** Minimum number of rows, except where merges remove replaced rows. */
  rows: number
}

async function ask(url: string, database: string, sql: string, body?: Readable): Promise<Response> {
  const { target, headers } = clickhouseAt(url)
  target.searchParams.set('database', database)
  target.searchParams.set('query', sql)
  const response = await fetch(target, {
    method: 'POST',
    headers,
    ...(body && { body: Readable.toWeb(body) as globalThis.ReadableStream, duplex: 'half' }),
  } as RequestInit)
  if (!response.ok) throw new Error(`ClickHouse refused "${sql}": ${await response.text()}`)
  return response
}

const TABLES = `SELECT name FROM system.tables WHERE database = currentDatabase()
  AND engine LIKE '%MergeTree' AND name NOT LIKE 'migrations%' ORDER BY name FORMAT TSV`

const PARTITIONS = `SELECT table, partition_id, sum(rows),
    hex(cityHash64(arraySort(groupArray((name, hash_of_all_files)))))
  FROM system.parts WHERE active AND database = currentDatabase() AND rows > 0
  GROUP BY table, partition_id ORDER BY table, partition_id FORMAT TSV`

const linesOf = async (url: string, database: string, sql: string): Promise<string[]> =>
  (await (await ask(url, database, sql)).text()).split('\n').filter(Boolean)

/** Tables of the database that are backed up. */
export const clickhouseTables = (url: string, database: string) => linesOf(url, database, TABLES)

/** The partitions of these tables by `<table>/<partition id>`. */
export async function partitionsOf(
  url: string,
  database: string,
): Promise<Record<string, PartitionFacts>> {
  const tables = new Set(await clickhouseTables(url, database))
  const rows = (await linesOf(url, database, PARTITIONS)).map((line) => line.split('\t'))
  return Object.fromEntries(
    rows.flatMap(([table = '', id, rows, fingerprint = '']) =>
      tables.has(table) ? [[`${table}/${id}`, { fingerprint, rows: Number(rows) }]] : [],
    ),
  )
}

/**
 * Writes each partition to `<table>/<partition id>.native` below `folder`. One that has not changed since the
 * backup `before` is a hard link to the file of that backup.
 */
export async function dumpClickHouse(
  url: string,
  database: string,
  folder: string,
  before?: { folder: string; partitions: Record<string, PartitionFacts> },
): Promise<Record<string, PartitionFacts>> {
  const partitions = await partitionsOf(url, database)
  for (const [name, { fingerprint }] of Object.entries(partitions)) {
    const [table = '', id] = name.split('/')
    mkdirSync(join(folder, table), { recursive: true, mode: 0o700 })
    const old = before && join(before.folder, `${name}.native.zst`)
    if (old && before.partitions[name]?.fingerprint === fingerprint && existsSync(old)) {
      link(old, join(folder, `${name}.native.zst`))
      continue
    }
    const rows = `SELECT * FROM ${table} WHERE _partition_id = '${id}' FORMAT Native`
    const { body } = await ask(url, database, rows)
    await writeCompressed(join(folder, `${name}.native`), Readable.fromWeb(body as ReadableStream))
  }
  return partitions
}

/** A hard link, or a copy where the file system has none. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** Replaces all rows of the existing tables with what `dumpClickHouse` wrote. */
export async function loadClickHouse(url: string, database: string, folder: string): Promise<void> {
  for (const name of await clickhouseTables(url, database)) {
    await (await ask(url, database, `TRUNCATE TABLE ${name}`)).text()
    const partitions = globSync(join(folder, name, '*.native*')).map((it) => basename(it, '.zst'))
    for (const path of partitions.map((it) => join(folder, name, it))) {
      const insert = `INSERT INTO ${name} SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0 FORMAT Native`
      await (await ask(url, database, insert, readCompressed(path))).text()
    }
  }
}

/** Creates or drops a database. */
export const changeDatabase = async (url: string, change: 'CREATE' | 'DROP', name: string) =>
  void (await (await ask(url, 'default', `${change} DATABASE ${name}`)).text())
