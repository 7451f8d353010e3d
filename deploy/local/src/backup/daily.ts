import { join } from 'node:path'
import { everyDay } from '@fingerpost/backup/schedule'
import type { LocalConfig } from '../config.ts'
import { OneLife } from '../one-life.ts'

const STOP_MS = 5_000

/**
 * Says when and where, and makes the daily backups of a running stack until the signal aborts. Each is made by a process of
 * its own, `npm run admin -- backup daily`, which takes no memory at other times.
 */
export async function backUpDaily(
  config: LocalConfig,
  root: string,
  say: (line: string) => void,
  signal: AbortSignal,
  command: readonly string[] = ['deploy/local/src/main.ts', 'admin', 'backup', 'daily'],
): Promise<void> {
  const { BACKUP_AT, BACKUP_FOLDER } = config.backups
  if (BACKUP_AT === 'never') return
  say(`Daily backups at ${BACKUP_AT} UTC, in ${BACKUP_FOLDER}`)
  await everyDay(
    BACKUP_AT,
    async () => {
      const life = new OneLife({
        command: process.execPath,
        args: command,
        cwd: root,
        env: config.env,
        logFile: join(config.dataFolder, 'logs', 'backup.log'),
      })
      const stop = () => {
        life.signal('SIGTERM')
        setTimeout(() => life.kill(), STOP_MS).unref()
      }
      signal.addEventListener('abort', stop, { once: true })
      const how = await life.ended
      signal.removeEventListener('abort', stop)
      if (how !== 'exit code 0' && !signal.aborted) {
        say(`The daily backup ended with ${how}. ${life.lastLines(5)}`)
      }
    },
    signal,
  )
}
