import { transact } from '@fingerpost/kit/stores/transact'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { tell } from './change.repository.ts'
import { CLAIM_DAYS } from './claim.rules.ts'

/** Domains whose proof is due for a check, and the results. */
export const proofRepository = (db: Kysely<CatalogSchema>) => {
  const now = sql<Date>`now()`

  return {
    /**
     * Verified domains whose proof was last checked a day ago, or an hour ago while it is missing,
     * and lapsed claims, hourly. Each goes to one caller. Domains verified by the operator are
     * skipped.
     */
    async due(limit: number): Promise<DomainRow[]> {
      const { rows } = await sql<DomainRow>`
        update domains set checked_at = now() where id in (
          select id from domains
          where (checked_at is null or checked_at < now() - interval '1 hour') and case
            when not verified then claimed_at < now() - ${CLAIM_DAYS} * interval '1 day'
            when proven_by = 'operator' then false
            when failing_since is not null or checked_at is null then true
            else checked_at < now() - interval '1 day' end
          order by checked_at nulls first limit ${limit}
          for update skip locked)
        returning *`.execute(db)
      return rows
    },

    /** Records that the proof of a verified domain was found. */
    passed: ({ id, failing_since }: DomainRow): Promise<void> =>
      transact(db, async (tx) => {
        const row = await tx
          .updateTable('domains')
          .set({ failing_since: null, checked_at: now })
          .where('id', '=', id)
          .where('verified', '=', true)
          .returningAll()
          .executeTakeFirst()
        if (row && failing_since) await tell(tx, 'domain.verified', row)
      }),

    /** Records that the proof of a verified domain is missing; the grace period starts. */
    failed: ({ id }: DomainRow): Promise<void> =>
      transact(db, async (tx) => {
        const row = await tx
          .updateTable('domains')
          .set({ failing_since: now })
          .where('id', '=', id)
          .where('verified', '=', true)
          .where('failing_since', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (row) await tell(tx, 'domain.failing', row)
      }),
  }
}
