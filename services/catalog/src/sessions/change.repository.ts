import type { Actor } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Kysely, Transaction } from 'kysely'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'
import { sessionRepository } from './session.repository.ts'
import { sessionEnded } from './session.rules.ts'

/**
 * A user, whom no other change can lock until the transaction ends. A user is locked before memberships,
 * invitations, keys and reset tokens, so that changes neither deadlock nor starve each other.
 */
export const lockUser = (tx: Kysely<CatalogSchema>, id: number): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/**
 * Like changeAs, for changes of accounts, members, invitations and API keys. Throws unauthenticated if the
 * session of the actor has ended, which the gateway may have verified a second ago.
 */
export const changeInSession = <T>(
  db: Kysely<CatalogSchema>,
  actor: Actor,
  run: (tx: Transaction<CatalogSchema>) => Promise<T>,
): Promise<T> =>
  changeAs(db, actor, async (tx) => {
    const { user_id, session_id } = actor
    if (user_id !== undefined && session_id !== undefined) {
      // First, so that the session cannot end by a reset until the change is made.
      await lockUser(tx, user_id)
      if (!(await sessionRepository(tx).isOpen(user_id, session_id))) throw sessionEnded()
    }
    return run(tx)
  })
