import { type Kysely, sql, type Transaction } from 'kysely'
import { transact } from '../stores/transact.ts'
import type { Actor } from './actor.ts'

/** The setting from which the triggers of the audit log read the actor of a change. */
export const ACTOR_SETTING = 'fingerpost.actor'

/**
 * Runs a change in a transaction, or in the given one, and has the audit log name `actor` until that
 * transaction ends. Changes outside of it are logged as those of the system. See transact.
 */
export const changeAs = <Schema, T>(
  db: Kysely<Schema>,
  actor: Actor,
  run: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select set_config(${ACTOR_SETTING}, ${JSON.stringify(actor)}, true)`.execute(tx)
    return run(tx)
  })
