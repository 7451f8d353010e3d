// Backup and restore with only the URLs of the stores, as in containers:
//   node deploy/backup/src/main.ts --help
import { resolve } from 'node:path'
import { type Command, runCommands } from '@fingerpost/kit/process/command-line'
import { list, readEnv, redisEnv, str, url } from '@fingerpost/kit/process/env'
import { redisUrls } from '@fingerpost/kit/stores/redis'
import { BackupError } from './backup-error.ts'
import { checkBackup } from './check.ts'
import { namesIn, runDaily, runSchedule } from './daily.ts'
import { openRemote } from './remote.ts'
import { dailyEnv } from './settings.ts'
import { type BackupSources, backUp, isBackup, republishAll, restore } from './stores.ts'
import { describeBackup } from './summary.rules.ts'

function readSettings() {
  const settings = readEnv({
    ...redisEnv,
    DATABASE_URL: url({ desc: 'Postgres server; the database of the URL is ignored' }),
    DATABASES: list({ desc: 'Names of its databases, separated by commas' }),
    CLICKHOUSE_URL: url({ desc: 'ClickHouse server' }),
    CLICKHOUSE_DATABASE: str({ default: 'analytics', desc: 'ClickHouse database' }),
    DERIVED_KEYS: list({
      default: ['slug:', 'domain:'],
      desc: 'Comma-separated prefixes of derived Redis keys, which are not backed up',
    }),
    SPOOL_DIR: str({
      default: '',
      desc: 'Spool folder of redirect; not backed up if empty',
    }),
    ...dailyEnv,
  })
  const { cache, queue } = redisUrls(settings)
  const sources: BackupSources = {
    databaseUrl: settings.DATABASE_URL,
    databases: settings.DATABASES,
    redisCacheUrl: cache,
    redisQueueUrl: queue,
    // A salt must not outlive its day, so no setting can include it.
    derivedKeys: [...settings.DERIVED_KEYS, 'visitor-salt:'],
    clickhouseUrl: settings.CLICKHOUSE_URL,
    clickhouseDatabase: settings.CLICKHOUSE_DATABASE,
    files: settings.SPOOL_DIR ? { spool: settings.SPOOL_DIR } : {},
  }
  return { settings, sources }
}

/** Checks that a folder contains a backup. Throws BackupError. */
function backupIn(folder: string): string {
  if (!isBackup(folder)) throw new BackupError(`There is no backup in ${resolve(folder)}.`)
  return resolve(folder)
}

const COMMANDS: Command[] = [
  {
    usage: 'backup <folder>',
    summary: 'Back up into a new folder, while everything runs',
    run: async ([folder = '']) =>
      describeBackup(resolve(folder), await backUp(readSettings().sources, resolve(folder))),
  },
  {
    usage: 'daily',
    summary: 'Back up into BACKUP_FOLDER, upload, and delete expired backups',
    run: async () => {
      const { sources, settings } = readSettings()
      return runDaily(sources, settings, Date.now())
    },
  },
  {
    usage: 'schedule',
    summary: 'Run `daily` every day at BACKUP_AT, until stopped',
    run: async () => {
      const { sources, settings } = readSettings()
      if (settings.BACKUP_AT === 'never') throw new BackupError('BACKUP_AT is never.')
      return runSchedule(sources, settings)
    },
  },
  {
    usage: 'list',
    summary: 'List daily backups in BACKUP_FOLDER and in the bucket',
    run: async () => {
      const { settings } = readSettings()
      const bucket = settings.BACKUP_S3_URL ? await openRemote(settings).names() : undefined
      return { folder: namesIn(settings.BACKUP_FOLDER), bucket }
    },
  },
  {
    usage: 'fetch <name> <folder>',
    summary: 'Download a backup from the bucket into a new folder',
    run: async ([name = '', folder = '']) => {
      const facts = await openRemote(readSettings().settings).fetch(name, resolve(folder))
      return describeBackup(resolve(folder), facts)
    },
  },
  {
    usage: 'check <folder>',
    summary: 'Restore into scratch databases, compare, and drop them, while everything runs',
    run: async ([folder = '']) => {
      const result = await checkBackup(readSettings().sources, backupIn(folder))
      if (!result.ok) process.exitCode = 1
      return result
    },
  },
  {
    usage: 'restore <folder>',
    summary: 'Restore into migrated stores whose processes are stopped',
    options: { replace: { summary: 'Replace existing data' } },
    run: async ([folder = ''], { replace }) => {
      const facts = await restore(readSettings().sources, backupIn(folder), replace !== undefined)
      return describeBackup(resolve(folder), facts)
    },
  },
  {
    usage: 'republish',
    summary: 'Publish every record again, while everything runs',
    run: async () => republishAll(readSettings().sources),
  },
]

await runCommands(COMMANDS, process.argv.slice(2))
