import { type Generated, type GeneratedAlways, type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../model/row.schema.ts'

declare module '../link.schema.ts' {
  interface LinkSchema {
    republications: RepublicationTable
  }
}

interface RepublicationTable {
  id: GeneratedAlways<number>
  after_id: Generated<number>
  records: Generated<number>
  asked_at: Generated<Date>
  finished_at: Date | null
}

/** Requests by the operator, a restore or a migration to publish every link again. */
export const republishRepository = (db: Kysely<LinkSchema>) => ({
  /** Locks the oldest open request that no other process works on, until the transaction ends. */
  take: (): Promise<{ id: number; after_id: number } | undefined> =>
    db
      .selectFrom('republications')
      .select(['id', 'after_id'])
      .where('finished_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),

  /** Gives the next links a new version, which is above any that was published before. */
  async renew(afterId: number, limit: number): Promise<LinkRow[]> {
    const { rows } = await sql<LinkRow>`
      with page as (
        select id from links where id > ${afterId} order by id limit ${limit} for update
      )
      update links set version = default from page where links.id = page.id
      returning links.*`.execute(db)
    return rows
  },

  /** Links up to this id are published. */
  advance: async (id: number, afterId: number, records: number): Promise<void> =>
    void (await db
      .updateTable('republications')
      .set((of) => ({ after_id: afterId, records: of('records', '+', records) }))
      .where('id', '=', id)
      .execute()),

  finish: async (id: number): Promise<void> =>
    void (await db
      .updateTable('republications')
      .set({ finished_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()),
})
