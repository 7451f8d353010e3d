import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'

export const removalRepository = (db: Kysely<BioSchema>) => ({
  /** Removes the bio page of a team with its links. */
  async removeTeam(orgId: number): Promise<void> {
    await db.deleteFrom('bio_links').where('org_id', '=', orgId).execute()
    await db.deleteFrom('bio_pages').where('org_id', '=', orgId).execute()
  },
})
