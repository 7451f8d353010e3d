import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '@fingerpost/kit/process/command-line'
import { openRemote, type RemoteSettings } from './remote.ts'
import { expired, nameAt, timeOf } from './rotation.rules.ts'
import { everyDay } from './schedule.ts'
import { alone, type BackupSources, backUpAlone, isBackup } from './stores.ts'

export interface DailySettings extends RemoteSettings {
  BACKUP_FOLDER: string
  BACKUP_KEEP_DAYS: number
  BACKUP_KEEP_WEEKS: number
  /** HH:MM in UTC, or `never`. */
  BACKUP_AT: string
}

/** Names of complete backups by `runDaily`, oldest first. */
export const namesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => timeOf(name) !== undefined && isBackup(join(folder, name)))
    .sort()

/** Creates a backup, uploads it if a bucket is set, and deletes expired ones in both places. */
export const runDaily = (sources: BackupSources, settings: DailySettings, nowMs: number) =>
  alone(sources, () => runDailyAlone(sources, settings, nowMs))

async function runDailyAlone(sources: BackupSources, settings: DailySettings, nowMs: number) {
  const root = settings.BACKUP_FOLDER
  mkdirSync(root, { recursive: true, mode: 0o700 })
  removeUnfinished(root)
  const before = namesIn(root).at(-1)
  const name = nameAt(nowMs)
  const facts = await backUpAlone(sources, join(root, name), before && join(root, before))
  const retention = { days: settings.BACKUP_KEEP_DAYS, weeks: settings.BACKUP_KEEP_WEEKS }
  // Before the upload: a bucket that is unavailable for weeks must not fill the disk.
  const removed = expired(namesIn(root), retention)
  for (const it of removed) rmSync(join(root, it), { recursive: true })
  const remote = settings.BACKUP_S3_URL ? openRemote(settings) : undefined
  const uploaded_files = await remote?.push(join(root, name), name)
  await remote?.remove(expired(await remote.names(), retention))
  writeMetric(root)
  const bytes = Object.values(facts.files ?? {}).reduce((sum, it) => sum + it.bytes, 0)
  return { name, bytes, postgres_rows: facts.postgres_rows, uploaded_files, removed }
}

/** Deletes what a daily backup left that was stopped before it was complete. */
function removeUnfinished(root: string): void {
  for (const name of readdirSync(root)) {
    const [, finished = ''] = /^(.+)\.making$/.exec(name) ?? []
    if (timeOf(finished) !== undefined) rmSync(join(root, name), { recursive: true })
  }
}

/** For the textfile collector of node-exporter: deploy/observability. */
function writeMetric(root: string): void {
  const file = join(root, 'backup.prom')
  writeFileSync(
    `${file}.new`,
    `fingerpost_backup_finished_timestamp_seconds ${Math.floor(Date.now() / 1_000)}\n`,
  )
  renameSync(`${file}.new`, file)
}

/** Runs `runDaily` and writes a log line about its result. Returns whether it succeeded. */
export async function logDaily(
  sources: BackupSources,
  settings: DailySettings,
  write: (line: string) => void,
): Promise<boolean> {
  const time = new Date().toISOString()
  try {
    const result = await runDaily(sources, settings, Date.now())
    write(JSON.stringify({ time, level: 'info', msg: 'backup made', ...result }))
    return true
  } catch (error) {
    write(JSON.stringify({ time, level: 'error', msg: 'backup failed', message: explain(error) }))
    return false
  }
}

/**
 * Runs a backup every day at `BACKUP_AT`; a failure is logged, and the next attempt is the next
 * day.
 */
export const runSchedule = (sources: BackupSources, settings: DailySettings): Promise<void> =>
  everyDay(settings.BACKUP_AT, async () => {
    await logDaily(sources, settings, (line) => process.stdout.write(`${line}\n`))
  })
