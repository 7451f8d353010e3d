import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import type { Profile } from './bio.rules.ts'

export const bioRepository = (db: Kysely<BioSchema>) => ({
  /** The team's page, if it has made one. */
  find: (orgId: number) =>
    db
      .selectFrom('bio_pages')
      .select(['id', 'title', 'subtitle', 'email', 'image'])
      .where('org_id', '=', orgId)
      .executeTakeFirst(),

  /** Changes what is given; makes the page where there is none. */
  save: (orgId: number, changes: Partial<Profile>) =>
    db
      .insertInto('bio_pages')
      .values({ org_id: orgId, ...changes })
      .onConflict((on) => on.column('org_id').doUpdateSet({ ...changes, updated_at: new Date() }))
      .returning(['id', 'title', 'subtitle', 'email', 'image'])
      .executeTakeFirstOrThrow(),
})
