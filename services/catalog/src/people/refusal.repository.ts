import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { Refusal } from './person.rules.ts'

/** Refused sign-ins, in the audit logs of the teams of their person. */
export const refusalRepository = ({ db }: Postgres<CatalogSchema>) => ({
  /**
   * Records a refused sign-in in the background: the response must take as long as that for an unknown
   * email address, which only the process log shows.
   */
  record(context: CallContext, userId: number | undefined, reason: Refusal): void {
    const { log } = context
    log.info({ user_id: userId, reason }, 'sign-in refused')
    if (userId === undefined) return
    const after = JSON.stringify({ reason })
    changeAs(db, actorOf(context), (tx) =>
      sql`
        select audit_event(m.org_id, 'refused', 'account', u.id, u.email, ${after}::jsonb)
        from memberships m join users u on u.id = m.user_id where u.id = ${userId}`.execute(tx),
    ).catch((error: unknown) => log.error({ err: error }, 'recording a refused sign-in failed'))
  },
})
