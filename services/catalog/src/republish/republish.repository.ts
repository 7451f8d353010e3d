import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

/** Requests by the operator or a restore to publish every domain again. */
export const republishRepository = (db: Kysely<CatalogSchema>) => ({
  /** The oldest open request. */
  next: async (): Promise<number | undefined> =>
    (
      await db
        .selectFrom('republications')
        .select('id')
        .where('finished_at', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
    )?.id,

  /** Gives every domain a new version, higher than any published before. Returns their names. */
  async renew(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      update domains set version = default returning name`.execute(db)
    return rows.map(({ name }) => name)
  },

  finish: async (id: number, records: number): Promise<void> =>
    void (await db
      .updateTable('republications')
      .set({ records, finished_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()),
})
