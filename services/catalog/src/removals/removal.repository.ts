import { SYSTEM } from '@fingerpost/kit/audit/actor'
import { removeAudit } from '@fingerpost/kit/audit/log'
import { removeRows } from '@fingerpost/kit/stores/remove-rows'
import { transact } from '@fingerpost/kit/stores/transact'
import { tablesOf } from '@fingerpost/protos/objects'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { domainChangeRepository } from '../domains/change.repository.ts'

export const removalRepository = (db: Kysely<CatalogSchema>) => ({
  /** Revokes all API keys of a team, and removes its members, invitations and erasures. */
  closeTeam: async (orgId: number): Promise<void> => {
    await removeRows(db, tablesOf('catalog', 'on_close'), orgId)
    await db
      .updateTable('api_keys')
      .set({ revoked_at: sql<Date>`now()` })
      .where('org_id', '=', orgId)
      .where('revoked_at', 'is', null)
      .execute()
  },

  /**
   * Removes a team with all its data in this database. The outbox updates the domain records in
   * Redis.
   */
  async removeTeam(orgId: number): Promise<void> {
    const domains = await db
      .selectFrom('domains')
      .select('id')
      .where('org_id', '=', orgId)
      .execute()
    for (const { id } of domains) await domainChangeRepository(db).delete(SYSTEM, orgId, id)
    await transact(db, async (tx) => {
      await removeRows(tx, tablesOf('catalog', 'with_team'), orgId)
      await tx.deleteFrom('organizations').where('id', '=', orgId).execute()
      while (await removeAudit(tx, orgId));
    })
  },
})
