import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { clickhouseAt } from '../clickhouse-url.ts'

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

const namesOf = async (url: string, database: string): Promise<string[]> =>
  (await (await ask(url, database, TABLES)).text()).split('\n').filter(Boolean)

/** Writes the tables of a database to `<table>.native` files below `folder`. Answers their names. */
export async function dumpClickHouse(
  url: string,
  database: string,
  folder: string,
): Promise<string[]> {
  const names = await namesOf(url, database)
  for (const name of names) {
    const { body } = await ask(url, database, `SELECT * FROM ${name} FORMAT Native`)
    const file = createWriteStream(join(folder, `${name}.native`), { mode: 0o600 })
    await pipeline(Readable.fromWeb(body as ReadableStream), file)
  }
  return names
}

/** Puts what `dumpClickHouse` wrote in the place of all rows of the tables that are there. */
export async function loadClickHouse(
  url: string,
  database: string,
  folder: string,
): Promise<string[]> {
  const names = await namesOf(url, database)
  for (const name of names) {
    await (await ask(url, database, `TRUNCATE TABLE ${name}`)).text()
    const file = join(folder, `${name}.native`)
    if (!existsSync(file)) continue
    const insert = `INSERT INTO ${name} SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0 FORMAT Native`
    await (await ask(url, database, insert, createReadStream(file))).text()
  }
  return names
}
