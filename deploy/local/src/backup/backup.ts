import { join, resolve } from 'node:path'
import { BackupError } from '@fingerpost/backup/backup-error'
import { checkBackup } from '@fingerpost/backup/check'
import { type DailySettings, logDaily, namesIn } from '@fingerpost/backup/daily'
import { openRemote } from '@fingerpost/backup/remote'
import { type BackupSources, backUp, isBackup, republishAll } from '@fingerpost/backup/stores'
import { describeBackup } from '@fingerpost/backup/summary.rules'
import { StartError } from '../start-error.ts'
import type { Terminal } from '../terminal.ts'

/** The addresses of the stores. */
export interface Stores {
  databaseUrl: string
  redisCacheUrl: string
  redisQueueUrl: string
  clickhouseUrl: string
}

const DATABASES = ['catalog', 'link', 'bio']

/** All data of `npm start`: the stores, spooled clicks, and the secrets behind keys and cookies. */
export const backupSourcesOf = (dataFolder: string, stores: Stores): BackupSources => ({
  ...stores,
  databases: DATABASES,
  derivedKeys: ['slug:', 'domain:', 'visitor-salt:'],
  clickhouseDatabase: 'analytics',
  files: Object.fromEntries(
    ['spool', 'api-key', 'grpc-secret'].map((name) => [name, join(dataFolder, name)]),
  ),
})

/** Rethrows errors that a user can resolve as a StartError. */
export function sayBackupError(error: unknown): never {
  throw error instanceof BackupError ? new StartError(error.message) : error
}

/** `npm run admin -- backup <folder>`, while the stack is running. */
export async function backup(
  dataFolder: string,
  stores: Stores,
  given: string,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(given)
  const facts = await backUp(backupSourcesOf(dataFolder, stores), folder).catch(sayBackupError)
  terminal.say(describeBackup(folder, facts))
  return 0
}

/** `npm run admin -- backup daily`, while the stack is running. */
export async function daily(
  dataFolder: string,
  stores: Stores,
  settings: DailySettings,
  terminal: Terminal,
): Promise<number> {
  const made = await logDaily(backupSourcesOf(dataFolder, stores), settings, (line) =>
    terminal.say(line),
  )
  return made ? 0 : 1
}

/** `npm run admin -- backup list`. */
export async function list(settings: DailySettings, terminal: Terminal): Promise<number> {
  const bucket = settings.BACKUP_S3_URL ? await openRemote(settings).names() : undefined
  terminal.say(JSON.stringify({ folder: namesIn(settings.BACKUP_FOLDER), bucket }, null, 2))
  return 0
}

/** `npm run admin -- backup fetch <name> <folder>`. */
export async function fetchBackup(
  settings: DailySettings,
  name: string,
  given: string,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(given)
  const facts = await Promise.resolve()
    .then(() => openRemote(settings).fetch(name, folder))
    .catch(sayBackupError)
  terminal.say(describeBackup(folder, facts))
  return 0
}

/** `npm run admin -- backup check <folder>`, while the stack is running. */
export async function check(
  dataFolder: string,
  stores: Stores,
  given: string,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(given)
  if (!isBackup(folder)) throw new StartError(`There is no backup in ${folder}.`)
  const result = await checkBackup(backupSourcesOf(dataFolder, stores), folder)
  terminal.say(JSON.stringify(result, null, 2))
  return result.ok ? 0 : 1
}

/** `npm run admin -- republish`, while the stack is running. */
export async function republish(databaseUrl: string, terminal: Terminal): Promise<number> {
  const published = await republishAll({ databaseUrl, databases: DATABASES })
  terminal.say(JSON.stringify({ published }, null, 2))
  return 0
}
