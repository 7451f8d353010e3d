import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Command,
  readCommand,
  UsageError,
  UsageWanted,
  usageOf,
} from '@fingerpost/kit/process/command-line'
import { execa } from 'execa'
import { backup, check, daily, fetchBackup, list, republish } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import type { LocalConfig } from './config.ts'
import { COUNTRY_DATABASE } from './processes.ts'
import { runScript as run } from './script.ts'
import { rejectOnAbort, type ShutdownSignals } from './signals.ts'
import type { StackFacts } from './stack-file.ts'
import { signInAddress } from './start.ts'
import { StartError } from './start-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * `npm run admin -- …`: admin commands on the stack of this data folder or on configured stores.
 */
export async function admin(
  root: string,
  config: LocalConfig,
  words: readonly string[],
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<number> {
  const { env, dataFolder } = config

  function stores() {
    const found = storesOf(config)
    if (found) return found
    throw new StartError(`${noStackIn(dataFolder)}, or DATABASE_URL.`)
  }

  /** Environment for the admin commands of services. */
  function serviceEnv(): NodeJS.ProcessEnv {
    const { databaseUrl, clickhouseUrl, redisCacheUrl, redisQueueUrl, addresses } = stores()
    const secret = join(dataFolder, 'grpc-secret')
    const catalog = new URL(databaseUrl)
    catalog.pathname = '/catalog'
    return {
      ...env,
      DATABASE_URL: catalog.href,
      CLICKHOUSE_URL: clickhouseUrl,
      REDIS_CACHE_URL: redisCacheUrl,
      REDIS_QUEUE_URL: redisQueueUrl,
      ...addresses,
      ...(existsSync(secret) && { GRPC_SHARED_SECRET: readFileSync(secret, 'utf8').trim() }),
    }
  }

  const geo = (verb: string) => () =>
    run(root, 'kit/src/geo/main.ts', [verb], {
      ...env,
      GEOIP_COUNTRY_DB: env.GEOIP_COUNTRY_DB || join(dataFolder, COUNTRY_DATABASE),
    })

  /** Ends with the request to stop: what a backup leaves unfinished is no backup. */
  const untilStopped = (work: Promise<number>) => Promise.race([work, rejectOnAbort(signals.stop)])

  const commands: Command<number>[] = [
    {
      usage: 'backup check <folder>',
      summary:
        'Restore a backup into scratch databases, compare, and drop them, while everything runs',
      run: ([folder = '']) => check(dataFolder, stores(), folder, terminal),
    },
    {
      usage: 'backup daily',
      summary: 'Make the daily backup now, while everything runs',
      run: () => untilStopped(daily(dataFolder, stores(), config.backups, terminal)),
    },
    {
      usage: 'backup list',
      summary: 'List daily backups in BACKUP_FOLDER and in the bucket',
      run: () => list(config.backups, terminal),
    },
    {
      usage: 'backup fetch <name> <folder>',
      summary: 'Download a backup from the bucket into a new folder',
      run: ([name = '', folder = '']) =>
        untilStopped(fetchBackup(config.backups, name, folder, terminal)),
    },
    {
      usage: 'backup <folder>',
      summary: 'Back up everything into a new folder, while everything runs',
      run: ([folder = '']) => untilStopped(backup(dataFolder, stores(), folder, terminal)),
    },
    {
      usage: 'restore <folder>',
      summary: 'Restore a backup into a stopped stack, then reconcile',
      options: { replace: { summary: 'Replace existing data' } },
      run: ([folder = ''], { replace }) =>
        restore(root, config, folder, replace !== undefined, signals, terminal),
    },
    {
      usage: 'republish',
      summary: 'Publish every link and domain to Redis and ClickHouse again, while everything runs',
      run: () => republish(stores().databaseUrl, terminal),
    },
    {
      usage: 'clicks requeue',
      summary: 'Requeue clicks that the worker rejected, each once',
      run: () => run(root, 'services/analytics/src/requeue/main.ts', [], serviceEnv()),
    },
    {
      usage: 'reconcile',
      summary: 'Show and repair totals and limits that differ from the recorded clicks',
      options: { check: { summary: 'Show them without repairing' } },
      run: (_, { check }) => {
        const words = check === undefined ? [] : ['--check']
        return run(root, 'services/analytics/src/reconcile/main.ts', words, serviceEnv())
      },
    },
    { usage: 'geo update', summary: 'Fetch current country data', run: geo('update') },
    { usage: 'geo status', summary: 'Show the geographic data and their age', run: geo('status') },
    {
      usage: 'signin',
      summary: 'Print a sign-in link for the dashboard that works once, while everything runs',
      run: async () => {
        const facts = factsIn(dataFolder)
        if (!facts) throw new StartError(`${noStackIn(dataFolder)}.`)
        terminal.say(await signInAddress(facts))
        return 0
      },
    },
  ]

  if (words.length === 0 || words[0] === '--help') {
    const others = await Promise.all([GATEWAY, CATALOG].map((main) => usageIn(root, main)))
    terminal.say([usageOf(commands), ...others].join('\n\n'))
    return 0
  }
  if (isOfGateway(words)) return run(root, GATEWAY, words, serviceEnv())
  const isOurs = ({ usage }: Command) => usage.split(' ')[0] === words[0]
  if (!commands.some(isOurs)) return run(root, CATALOG, words, serviceEnv())
  try {
    return await readCommand(commands, words)()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    if (!(error instanceof UsageWanted)) throw new StartError(error.message)
    terminal.say(error.message)
    return 0
  }
}

const noStackIn = (folder: string): string =>
  `No stack is running in ${folder}. Start one with npm start, or set FINGERPOST_DATA to the folder of a running stack`

const CATALOG = 'services/catalog/src/admin/main.ts'
const GATEWAY = 'gateway/src/admin/main.ts'

/** Whether it is a command of the gateway, which calls every service; most are those of catalog. */
const isOfGateway = ([group, verb = '']: readonly string[]): boolean =>
  (group === 'org' && ['export', 'import', 'delete'].includes(verb)) ||
  (group === 'clicks' && verb === 'erase')

/** The usage of the commands of a service, without a heading. */
async function usageIn(root: string, main: string): Promise<string> {
  const { stdout } = await execa(process.execPath, [join(root, main), '--help'])
  return stdout.replace('Usage:\n', '')
}

/** The configured stores, otherwise those of the stack running on this data folder. */
function storesOf(config: LocalConfig) {
  const facts = factsIn(config.dataFolder)
  const databaseUrl = config.databaseUrl || facts?.stores.database_url
  if (!databaseUrl) return undefined
  return {
    databaseUrl,
    redisCacheUrl: config.redisCacheUrl || facts?.stores.redis_url || '',
    redisQueueUrl: config.redisQueueUrl || facts?.stores.redis_url || '',
    clickhouseUrl: config.clickhouseUrl || facts?.stores.clickhouse_url || '',
    addresses: Object.fromEntries(
      Object.entries(facts?.grpc ?? {}).map(([name, at]) => [`${name.toUpperCase()}_ADDRESS`, at]),
    ),
  }
}

/** Facts about the stack running on this data folder; undefined if none is running. */
function factsIn(dataFolder: string): StackFacts | undefined {
  const file = join(dataFolder, 'stack.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
