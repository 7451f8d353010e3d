import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { backup, republish } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import type { LocalConfig } from './config.ts'
import { COUNTRY_DATABASE } from './processes.ts'
import type { Wishes } from './signals.ts'
import type { StackFacts } from './stack-file.ts'
import { StartError } from './start-error.ts'
import type { Terminal } from './terminal.ts'

const ALSO = `Also, beside the commands below:
  backup <folder>                 all that is kept, while it runs, into a folder that is made
  restore <folder> [--replace]    puts a backup in, while nothing runs
  republish                       every link and domain into Redis and ClickHouse again, while it runs
  clicks requeue                  clicks that the worker rejected, back into the queue, each once
  reconcile [--check]             totals and limits against what is recorded, shown and set right
  geo update | status             current country data, fetched or shown with their age
`

/** `npm run admin -- …`: the operator's commands on what runs on this data, or on stores that are named. */
export async function admin(
  root: string,
  config: LocalConfig,
  words: readonly string[],
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  const [verb, ...rest] = words
  if (verb === 'restore') return restore(root, config, rest, wishes, terminal)
  if (verb === 'geo') {
    return run(root, 'kit/src/geo/main.ts', rest, {
      ...config.env,
      GEOIP_COUNTRY_DB: config.env.GEOIP_COUNTRY_DB || join(config.dataFolder, COUNTRY_DATABASE),
    })
  }
  const stores = storesOf(config)
  if (!stores) {
    throw new StartError(
      `Nothing runs on ${config.dataFolder}: start it first (npm start), or name a Postgres by DATABASE_URL.`,
    )
  }
  if (verb === 'backup') return backup(config.dataFolder, stores, rest, terminal)
  if (verb === 'republish') return republish(stores.databaseUrl, terminal)
  if (verb === 'clicks') {
    if (rest.join(' ') !== 'requeue')
      throw new StartError('Unknown command. Available: clicks requeue')
    return run(root, 'services/analytics/src/requeue/main.ts', [], {
      ...config.env,
      CLICKHOUSE_URL: stores.clickhouseUrl,
      REDIS_CACHE_URL: stores.redisCacheUrl,
      REDIS_QUEUE_URL: stores.redisQueueUrl,
    })
  }
  if (verb === 'reconcile') {
    const secret = join(config.dataFolder, 'grpc-secret')
    return run(root, 'services/analytics/src/reconcile/main.ts', rest, {
      ...config.env,
      CLICKHOUSE_URL: stores.clickhouseUrl,
      REDIS_CACHE_URL: stores.redisCacheUrl,
      LINK_ADDRESS: stores.linkAddress || config.env.LINK_ADDRESS,
      ...(existsSync(secret) && { GRPC_SHARED_SECRET: readFileSync(secret, 'utf8').trim() }),
    })
  }
  if (verb === undefined) terminal.say(ALSO)
  const catalog = new URL(stores.databaseUrl)
  catalog.pathname = '/catalog'
  return run(root, 'services/catalog/src/admin/main.ts', words, {
    ...config.env,
    DATABASE_URL: catalog.href,
  })
}

async function run(
  root: string,
  main: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { exitCode = 1 } = await execa(process.execPath, [join(root, main), ...words], {
    env,
    stdio: 'inherit',
    reject: false,
  })
  return exitCode
}

/** Where the stores are: those that are named, else those that run on this data. */
function storesOf(config: LocalConfig) {
  const file = join(config.dataFolder, 'stack.json')
  const facts = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StackFacts)
    : undefined
  const databaseUrl = config.databaseUrl || facts?.stores.database_url
  if (!databaseUrl) return undefined
  return {
    databaseUrl,
    redisCacheUrl: config.redisCacheUrl || facts?.stores.redis_url || '',
    redisQueueUrl: config.redisQueueUrl || facts?.stores.redis_url || '',
    clickhouseUrl: config.clickhouseUrl || facts?.stores.clickhouse_url || '',
    linkAddress: facts?.grpc.link ?? '',
  }
}
