import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'

export const pageRepository = (db: Kysely<BioSchema>) => ({
  /** The team's page, if it has made one. */
  find: (orgId: number) =>
    db
      .selectFrom('bio_pages')
      .select(['id', 'title', 'subtitle', 'email', 'image'])
      .where('org_id', '=', orgId)
      .executeTakeFirst(),
})
