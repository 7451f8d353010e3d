import type { Kysely } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'

/** Uploaded pictures. A team has one: that of its page. */
export const pictureRepository = (db: Kysely<BioSchema>) => ({
  /** A picture of any team. */
  find: (hash: string) =>
    db
      .selectFrom('bio_pictures')
      .select('bytes')
      .where('hash', '=', hash)
      .limit(1)
      .executeTakeFirst(),

  add: (orgId: number, hash: string, bytes: Buffer) =>
    db
      .insertInto('bio_pictures')
      .values({ org_id: orgId, hash, bytes })
      .onConflict((on) => on.columns(['hash', 'org_id']).doNothing())
      .execute(),

  /** Deletes all pictures of a team except the one with this hash. */
  deleteOthers: (orgId: number, hash: string | undefined) =>
    db
      .deleteFrom('bio_pictures')
      .where('org_id', '=', orgId)
      .$if(hash !== undefined, (all) => all.where('hash', '<>', hash as string))
      .execute(),
})
