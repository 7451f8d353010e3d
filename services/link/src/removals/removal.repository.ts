import { removeAudit } from '@fingerpost/kit/audit/log'
import { removeRows } from '@fingerpost/kit/stores/remove-rows'
import { transact } from '@fingerpost/kit/stores/transact'
import { tablesOf } from '@fingerpost/protos/objects'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/** Removes all data of a team, in steps that can be repeated. */
export const removalRepository = (db: Kysely<LinkSchema>, orgId: number) => ({
  /** Removes what needs no steps; marking links as deleted adds to their counts again. */
  removeRows: (): Promise<void> => removeRows(db, tablesOf('link', 'with_team'), orgId),

  /** Marks at most `limit` links as deleted, each with an outbox row. Returns how many. */
  async markDeleted(limit: number): Promise<number> {
    const { rows } = await transact(db, (tx) =>
      sql`
      with chosen as (
        select id from links where org_id = ${orgId} and deleted_at is null
        order by id limit ${limit} for update
      ), touched as (
        update links set deleted_at = now(), version = default, updated_at = now()
        from chosen where links.id = chosen.id returning links.org_id, links.id
      )
      insert into outbox (org_id, link_id, kind)
      select org_id, id, 'deleted' from touched returning id`.execute(tx),
    )
    return rows.length
  },

  /** Whether the outbox has unpublished rows of the team. */
  async hasPending(): Promise<boolean> {
    const { rows } = await sql`
      select from outbox where org_id = ${orgId} limit 1`.execute(db)
    return rows.length > 0
  },

  /** Removes at most `limit` rows of deleted links. Returns how many. */
  removeDeleted: (limit: number): Promise<number> =>
    transact(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from links where org_id = ${orgId} and deleted_at is not null
        order by id limit ${limit} for update`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return 0
      await tx.deleteFrom('link_clicks').where('link_id', 'in', ids).execute()
      await tx.deleteFrom('links').where('id', 'in', ids).execute()
      return ids.length
    }),

  /** Removes entries of the audit log. Returns whether there may be more. */
  removeAudit: (): Promise<boolean> => removeAudit(db, orgId),
})
