import { removeAudit } from '@fingerpost/kit/audit/log'
import { removeRows } from '@fingerpost/kit/stores/remove-rows'
import { tablesOf } from '@fingerpost/protos/objects'
import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'

export const removalRepository = (db: Kysely<BioSchema>) => ({
  /**
   * Removes the bio page of a team with its picture and links, and entries of its audit log. Returns
   * whether there may be more.
   */
  async removeTeam(orgId: number): Promise<boolean> {
    await removeRows(db, tablesOf('bio', 'with_team'), orgId)
    return removeAudit(db, orgId)
  },
})
