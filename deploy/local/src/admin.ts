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

  const ofGateway = (...words: string[]) =>
    run(root, 'gateway/src/admin/main.ts', words, serviceEnv())
  const ofTeam = (...words: string[]) => ofGateway('org', ...words)

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
      usage: 'clicks erase <address>',
      summary: 'Count the clicks from an address or a network in all teams, and delete them',
      options: {
        from: { value: 'time', summary: 'First time; 2026-10-01T00:00:00Z, for example' },
        to: { value: 'time', summary: 'Only clicks before this time' },
        confirm: { summary: 'Delete the clicks; without it, they are only counted' },
      },
      run: ([address = ''], { from, to, confirm }) =>
        ofGateway(
          ...['clicks', 'erase', address],
          ...(from === undefined ? [] : ['--from', from]),
          ...(to === undefined ? [] : ['--to', to]),
          ...(confirm === undefined ? [] : ['--confirm']),
        ),
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
    {
      usage: 'org export <id> <file>',
      summary: 'Export a team to a new ZIP file, while everything runs',
      run: ([id = '', file = '']) => ofTeam('export', id, file),
    },
    {
      usage: 'org import <file>',
      summary: 'Import an exported team into a new team; can be repeated after a failure',
      options: {
        org: { value: 'id', summary: 'A team without data instead of a new one' },
        name: { value: 'name', summary: 'Name of the new team; that in the export if not set' },
      },
      run: ([file = ''], { org, name }) =>
        ofTeam(
          ...(['import', file] as const),
          ...(org === undefined ? [] : ['--org', org]),
          ...(name === undefined ? [] : ['--name', name]),
        ),
    },
    {
      usage: 'org delete <id>',
      summary: 'Export a team, then delete it with all its data, while everything runs',
      options: {
        name: { value: 'name', required: true, summary: 'Name of the team, as confirmation' },
        export: { value: 'file', summary: 'New ZIP file; team-<id>.zip in this folder if not set' },
        'no-export': { summary: 'Delete the team without an export' },
      },
      run: ([id = ''], { name = '', export: file, ...rest }) =>
        ofTeam(
          ...['delete', id, '--name', name],
          ...(file === undefined ? [] : ['--export', file]),
          ...('no-export' in rest ? ['--no-export'] : []),
        ),
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

  const isOurs = ({ usage }: Command) =>
    usage.startsWith('org ')
      ? words[0] === 'org' && words[1] === usage.split(' ')[1]
      : usage.split(' ')[0] === words[0]
  if (words.length === 0 || words[0] === '--help') {
    const usage = [usageOf(commands), await catalogUsage(root)]
    terminal.say(usage.join('\n\n'))
    return 0
  }
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

/** The usage of the commands of catalog, without a heading. */
async function catalogUsage(root: string): Promise<string> {
  const { stdout } = await execa(process.execPath, [join(root, CATALOG), '--help'])
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
