import pg from 'pg'
import { BackupError } from './backup-error.ts'

/**
 * Runs `work` unless a backup or a restore of the same database is running anywhere: the lock is one
 * of Postgres, which frees it when this process ends in any way. Throws BackupError if it is taken.
 */
export async function exclusively<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {}) // of a lost connection; the work itself needs Postgres and fails
  await client.connect()
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('backup')) as locked`)
    if (!rows[0].locked) throw new BackupError('Another backup or a restore is running.')
    return await work()
  } finally {
    await client.end()
  }
}
