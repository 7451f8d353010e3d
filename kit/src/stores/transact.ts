import type { Kysely, Transaction } from 'kysely'
import { isDeadlock } from './postgres-error.ts'

const DEADLOCK_TRIES = 5

/** Retries what Postgres rolled back because of a deadlock; throws the last error. */
export async function retryDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || tries === DEADLOCK_TRIES) throw error
    }
  }
}

/**
 * Runs `work` in a transaction, or in the given one. After a deadlock it runs again in a new one, so it
 * must be repeatable. Throws the last error.
 */
export const transact = <Schema, T>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.isTransaction
    ? work(db as Transaction<Schema>)
    : retryDeadlocks(() => db.transaction().execute(work))
