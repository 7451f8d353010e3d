import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import type { Profile } from './bio.rules.ts'

export const bioRepository = (db: Kysely<BioSchema>) => ({
  /** The team's page; undefined until the team saves one. */
  find: (orgId: number) =>
    db
      .selectFrom('bio_pages')
      .select(['id', 'title', 'subtitle', 'email', 'image'])
      .where('org_id', '=', orgId)
      .executeTakeFirst(),

  /** Updates the given fields; creates the page if it does not exist. */
  save: (orgId: number, changes: Partial<Profile>) =>
    db
      .insertInto('bio_pages')
      .values({ org_id: orgId, ...changes })
      .onConflict((on) => on.column('org_id').doUpdateSet({ ...changes, updated_at: new Date() }))
      .returning(['id', 'title', 'subtitle', 'email', 'image'])
      .executeTakeFirstOrThrow(),
})
