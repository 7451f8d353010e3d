import { join, resolve } from 'node:path'
import type { DailySettings } from '@fingerpost/backup/daily'
import { dailyEnv } from '@fingerpost/backup/settings'
import { port, readEnv, str } from '@fingerpost/kit/process/env'
import { host, token } from '@fingerpost/kit/process/first-team-env'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import { type Copies, readCopies } from './copies.ts'
import type { ProcessChoice } from './layout.ts'
import { StartError } from './start-error.ts'

export const settings = {
  FINGERPOST_PORT: port({ default: 8080, desc: 'Port that serves everything' }),
  FINGERPOST_HOST: str({ default: '127.0.0.1', desc: 'Address that the product listens on' }),
  FINGERPOST_DATA: str({ default: '.data', desc: 'Data folder' }),
  FINGERPOST_PROCESSES: str<ProcessChoice>({
    default: 'auto',
    choices: ['auto', 'one', 'separate'],
    desc: 'Whether the services share one process, which saves memory, or have separate ones, which use several cores; auto: one if the machine has less than 2 GB',
  }),
  FINGERPOST_COPIES: str({
    default: '',
    desc: 'Number of processes of gateway, redirect and click-worker, each of which uses one core, e.g. redirect=4,click-worker=2; Linux only',
  }),
  FINGERPOST_REDIRECT_PORT: port({
    default: 0,
    desc: 'Port of redirect, for a proxy of your own that sends visits past the gateway; 0: a free one at each start',
  }),
  DATABASE_URL: str({ default: '', desc: 'Existing Postgres server' }),
  REDIS_URL: str({ default: '', desc: 'Existing Redis server for cache and queues' }),
  REDIS_CACHE_URL: str({ default: '', desc: 'Redis for slug records and counters' }),
  REDIS_QUEUE_URL: str({ default: '', desc: 'Redis for queues: appendonly yes, noeviction' }),
  REDIS_MAXMEMORY: str({
    default: '',
    desc: 'Memory limit of the local Redis; if empty, 1gb, or 128mb if the services share one process or the machine has less than 2 GB',
  }),
  CLICKHOUSE_URL: str({ default: '', desc: 'Existing ClickHouse server' }),
  ...dailyEnv,
  BACKUP_FOLDER: str({
    default: '',
    desc: 'Folder of daily backups; backups in the data folder if empty',
  }),
  INITIAL_API_KEY: token(KEY_PREFIX)({
    default: '',
    desc: 'API key of the first team; generated if not set',
  }),
  INITIAL_DOMAIN: host({ default: 'localhost', desc: 'First domain of the first team' }),
  GRPC_SHARED_SECRET: str({
    default: '',
    desc: 'Shared secret that authenticates the processes to each other; generated if not set',
  }),
}

/** The settings of the local stack. Without its URL, a store is started locally. */
export interface LocalConfig {
  host: string
  port: number
  dataFolder: string
  processes: ProcessChoice
  copies: Copies
  /** Of redirect; 0: any free port. */
  redirectPort: number
  databaseUrl: string
  redisCacheUrl: string
  redisQueueUrl: string
  /** Empty: as the memory of the machine allows. */
  redisMaxMemory: string
  clickhouseUrl: string
  apiKey: string
  initialDomain: string
  grpcSecret: string
  backups: DailySettings
  /** The environment that every process gets in addition to its own settings. */
  env: NodeJS.ProcessEnv
}

/** Reads the settings, paths relative to `root`. Throws a StartError that lists every mistake. */
export function readConfig(env: NodeJS.ProcessEnv, root: string): LocalConfig {
  let values: ReturnType<typeof readEnv<typeof settings>>
  try {
    values = readEnv(settings, env)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
  const redisCacheUrl = values.REDIS_CACHE_URL || values.REDIS_URL
  const redisQueueUrl = values.REDIS_QUEUE_URL || values.REDIS_URL
  if (!redisCacheUrl !== !redisQueueUrl) {
    throw new StartError(
      'REDIS_CACHE_URL and REDIS_QUEUE_URL go together; REDIS_URL stands for the one that is absent.',
    )
  }
  const dataFolder = resolve(root, values.FINGERPOST_DATA)
  return {
    host: values.FINGERPOST_HOST,
    port: values.FINGERPOST_PORT,
    dataFolder,
    processes: values.FINGERPOST_PROCESSES,
    copies: readCopies(values.FINGERPOST_COPIES),
    redirectPort: values.FINGERPOST_REDIRECT_PORT,
    databaseUrl: values.DATABASE_URL,
    redisCacheUrl,
    redisQueueUrl,
    redisMaxMemory: values.REDIS_MAXMEMORY,
    clickhouseUrl: values.CLICKHOUSE_URL,
    apiKey: values.INITIAL_API_KEY,
    initialDomain: values.INITIAL_DOMAIN,
    grpcSecret: values.GRPC_SHARED_SECRET,
    backups: {
      ...values,
      BACKUP_FOLDER: resolve(root, values.BACKUP_FOLDER || join(dataFolder, 'backups')),
    },
    env,
  }
}

/** The environment without the settings of the operator's own stack. */
export function withoutChoices(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = [...Object.keys(settings), 'SHORT_URL_SCHEME', 'SHORT_URL_PORT']
  const chosen = new Set(names.flatMap((name) => [name, `${name}_FILE`]))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !chosen.has(name)))
}
