import { removeAudit } from '@fingerpost/kit/audit/log'
import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'

export const removalRepository = (db: Kysely<BioSchema>) => ({
  /**
   * Removes the bio page of a team with its picture and links, and entries of its audit log. Returns
   * whether there may be more.
   */
  async removeTeam(orgId: number): Promise<boolean> {
    await db.deleteFrom('bio_links').where('org_id', '=', orgId).execute()
    await db.deleteFrom('bio_pictures').where('org_id', '=', orgId).execute()
    await db.deleteFrom('bio_pages').where('org_id', '=', orgId).execute()
    return removeAudit(db, orgId)
  },
})
