import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dumpClickHouse } from '@fingerpost/kit/backup/clickhouse'
import { dumpDatabase } from '@fingerpost/kit/backup/postgres'
import { dumpRedis } from '@fingerpost/kit/backup/redis'
import { StartError } from '../start-error.ts'
import type { Terminal } from '../terminal.ts'

export const DATABASES = ['catalog', 'link', 'bio']
export const CLICKS = 'analytics'
/** Of the data folder: clicks that wait on disk, and what keys and cookies are made with. */
export const KEPT = ['spool', 'api-key', 'grpc-secret']

/** Where the stores answer. */
export interface Stores {
  databaseUrl: string
  redisCacheUrl: string
  redisQueueUrl: string
  clickhouseUrl: string
}

/** The server's URL with another database. */
export function databaseOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * `npm run admin -- backup <folder>`, while everything runs. Copied in the order in which a click
 * travels: one that moves on meanwhile is copied twice, under one id, and never missed.
 */
export async function backup(
  dataFolder: string,
  stores: Stores,
  [given]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (!given) throw new StartError('Usage: npm run admin -- backup <folder that is made>')
  const folder = resolve(given)
  if (existsSync(folder)) throw new StartError(`${folder} is there already.`)
  const making = `${folder}.making`
  mkdirSync(making, { recursive: true, mode: 0o700 })
  for (const name of KEPT) {
    const path = join(dataFolder, name)
    if (existsSync(path)) cpSync(path, join(making, name), { recursive: true })
  }
  const keys = await dumpRedis(stores.redisQueueUrl, join(making, 'redis-queue.ndjson'))
  if (stores.redisCacheUrl !== stores.redisQueueUrl) {
    await dumpRedis(stores.redisCacheUrl, join(making, 'redis-cache.ndjson'))
  }
  const tables = await dumpClickHouse(stores.clickhouseUrl, CLICKS, making)
  let rows = 0
  for (const name of DATABASES) {
    rows += await dumpDatabase(databaseOf(stores.databaseUrl, name), making, name)
  }
  const facts = { made_at: new Date().toISOString(), redis_keys: keys, postgres_rows: rows, tables }
  writeFileSync(join(making, 'backup.json'), `${JSON.stringify(facts, null, 2)}\n`)
  renameSync(making, folder)
  terminal.say(JSON.stringify({ folder, ...facts }, null, 2))
  return 0
}
