// Backup and restore where there is nothing but URLs, as in containers:
//   node kit/src/backup/main.ts backup <folder that is made>      while everything runs
//   node kit/src/backup/main.ts restore <folder> [--replace]      while only the stores run, after migrations
//   node kit/src/backup/main.ts republish                         while everything runs
import { resolve } from 'node:path'
import { list, readEnv, redisEnv, str, url } from '../env.ts'
import { redisUrls } from '../redis.ts'
import { backUp, isBackup, type Kept, republishAll, restore, Taken } from './stores.ts'

const USAGE =
  'Usage: node kit/src/backup/main.ts backup <folder> | restore <folder> [--replace] | republish'

const config = readEnv({
  ...redisEnv,
  DATABASE_URL: url({ desc: 'A Postgres server, with whatever database' }),
  DATABASES: list({ desc: 'Its databases, between commas' }),
  CLICKHOUSE_URL: url({ desc: 'A ClickHouse server' }),
  CLICKHOUSE_DATABASE: str({ desc: 'Its database' }),
  DERIVED_KEYS: list({
    default: ['slug:', 'domain:'],
    desc: 'Comma-separated prefixes of derived Redis keys, which are not backed up',
  }),
  SPOOL_DIR: str({
    default: '',
    desc: 'Folder for clicks that Redis did not take; none: not there',
  }),
})
const { cache, queue } = redisUrls(config)
const kept: Kept = {
  databaseUrl: config.DATABASE_URL,
  databases: config.DATABASES,
  redisCacheUrl: cache,
  redisQueueUrl: queue,
  derivedKeys: config.DERIVED_KEYS,
  clickhouseUrl: config.CLICKHOUSE_URL,
  clickhouseDatabase: config.CLICKHOUSE_DATABASE,
  files: config.SPOOL_DIR ? { spool: config.SPOOL_DIR } : {},
}

const [verb, ...words] = process.argv.slice(2)
const given = words.find((word) => !word.startsWith('--'))

async function run(): Promise<object> {
  if (verb === 'republish') return republishAll(kept)
  if (given && verb === 'backup') return backUp(kept, resolve(given))
  if (given && verb === 'restore' && isBackup(given)) {
    return restore(kept, resolve(given), words.includes('--replace'))
  }
  throw new Taken(USAGE)
}

try {
  process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
} catch (error) {
  if (!(error instanceof Taken)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
