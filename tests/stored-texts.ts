import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { Redis } from 'ioredis'
import pg from 'pg'
import { localStack, withDatabase } from './stack.ts'

/** Everything that the stores, the spool and the logs of the local stack contain, by place. */
export async function storedTexts() {
  const data = dirname(process.env.FINGERPOST_STACK ?? '')
  return {
    tables: await everyTable(),
    postgres: await everythingInPostgres(),
    redis: await everythingInRedis(),
    spool: folderText(join(data, 'spool')),
    logs: folderText(join(data, 'logs')),
  }
}

/** All rows of the database of analytics. */
async function everyTable(): Promise<string> {
  const { clickhouse_url } = localStack()?.stores ?? { clickhouse_url: '' }
  const read = (text: string) => askClickHouse(clickhouse_url, text)
  const names = await read(
    "SELECT concat(database, '.', name) FROM system.tables WHERE database = 'analytics' AND engine LIKE '%MergeTree%'",
  )
  const rows = names.split('\n').map((table) => read(`SELECT * FROM ${table} FORMAT JSONEachRow`))
  return (await Promise.all(rows)).join('\n')
}

async function everythingInPostgres(): Promise<string> {
  const server = localStack()?.stores.database_url ?? ''
  const texts: string[] = []
  for (const database of ['link', 'catalog', 'bio']) {
    const client = new pg.Client({ connectionString: withDatabase(server, database) })
    await client.connect()
    const { rows } = await client.query<{ text: string }>(
      'select database_to_xml(true, false, $1)::text as text',
      [''],
    )
    texts.push(...rows.map(({ text }) => text))
    await client.end()
  }
  return texts.join('\n')
}

async function everythingInRedis(): Promise<string> {
  const redis = new Redis(localStack()?.stores.redis_url ?? '', { protocol: 2 })
  const texts: string[] = []
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      const kind = await redis.type(key)
      texts.push(key)
      if (kind === 'string') texts.push((await redis.get(key)) ?? '')
      if (kind === 'hash') texts.push(JSON.stringify(await redis.hgetall(key)))
      if (kind === 'stream') texts.push(JSON.stringify(await redis.xrange(key, '-', '+')))
      if (kind === 'list') texts.push(...(await redis.lrange(key, 0, -1)))
      if (kind === 'set') texts.push(...(await redis.smembers(key)))
      if (kind === 'zset') texts.push(...(await redis.zrange(key, '0', '-1')))
    }
  }
  await redis.quit()
  return texts.join('\n')
}

const folderText = (folder: string): string =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((it) => it.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
