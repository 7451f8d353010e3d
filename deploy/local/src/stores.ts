import { clickhouse } from './clickhouse.ts'
import type { LocalConfig } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import { USUAL } from './layout.ts'
import { rotate } from './log-file.ts'
import { postgres } from './postgres.ts'
import { redis } from './redis.ts'
import type { Store, StorePlace } from './store.ts'
import type { Supervisor } from './supervisor.ts'

/** The URLs of the stores, and for the operator those that run here. */
export interface StoreUrls {
  databaseUrl: string
  redisCacheUrl: string
  redisQueueUrl: string
  clickhouseUrl: string
  own: string[]
}

/** Starts the stores that are not configured, concurrently; resolves when they are ready. */
export async function startStores(
  config: LocalConfig,
  data: DataFolder,
  supervisor: Supervisor,
  say: (line: string) => void,
  signal: AbortSignal,
  memory = USUAL,
): Promise<StoreUrls> {
  const prepare = (given: string, name: string, store: (place: StorePlace) => Promise<Store>) => {
    if (given) return undefined
    const logFile = data.at('logs', `${name}.log`)
    rotate(logFile)
    return store({ folder: data.at(name), logFile, env: config.env, say, signal })
  }
  const [ownPostgres, ownRedis, ownClickhouse] = await Promise.all([
    prepare(config.databaseUrl, 'postgres', (place) => postgres(place, memory.postgres)),
    prepare(config.redisQueueUrl, 'redis', (place) =>
      redis(place, config.redisMaxMemory || memory.redis),
    ),
    prepare(config.clickhouseUrl, 'clickhouse', clickhouse),
  ])
  const own = [ownPostgres, ownRedis, ownClickhouse].filter((it) => it !== undefined)
  await supervisor.start(own.map(({ spec }) => spec))
  return {
    databaseUrl: ownPostgres?.url ?? config.databaseUrl,
    redisCacheUrl: ownRedis?.url ?? config.redisCacheUrl,
    redisQueueUrl: ownRedis?.url ?? config.redisQueueUrl,
    clickhouseUrl: ownClickhouse?.url ?? config.clickhouseUrl,
    own: own.map(({ spec, origin }) => (origin ? `${spec.name} ${origin}` : spec.name)),
  }
}
