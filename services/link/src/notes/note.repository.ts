import { type Reach, wholeTeam } from '@fingerpost/kit/grpc/context'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { within } from '../rows/filter.repository.ts'
import type { NoteChanges } from './note.rules.ts'
import type { NoteRow } from './note.schema.ts'

export interface NotePage {
  offset: number
  limit: number
  /** At this time or later. */
  from?: Date | undefined
  /** Before this time. */
  to?: Date | undefined
  /** Ids of links, 0 for notes without one; empty for all notes. */
  link_ids: readonly number[]
}

/** Notes without a link, and those of links within reach that are not deleted. */
export const noteRepository = (db: Kysely<LinkSchema>) => {
  const shown = (reach: Reach) =>
    db
      .selectFrom('notes')
      .leftJoin('links', 'links.id', 'notes.link_id')
      .where('notes.org_id', '=', reach.orgId)
      .where(sql<SqlBool>`(notes.link_id is null or links.deleted_at is null and ${within(reach)})`)
  const idsOf = (reach: Reach) => shown(reach).select('notes.id')
  const countOf = async (notes: ReturnType<typeof shown>): Promise<number> =>
    (await notes.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow())
      .total

  return {
    /** One page, newest first, and the total. */
    async page(
      reach: Reach,
      { offset, limit, from, to, link_ids }: NotePage,
    ): Promise<{ rows: NoteRow[]; total: number }> {
      let matching = shown(reach)
      if (from) matching = matching.where('notes.at', '>=', from)
      if (to) matching = matching.where('notes.at', '<', to)
      if (link_ids.length > 0) {
        matching = matching.where(
          sql<SqlBool>`coalesce(notes.link_id, 0) = any(${link_ids}::bigint[])`,
        )
      }
      const [rows, total] = await Promise.all([
        matching
          .selectAll('notes')
          .orderBy('notes.at', 'desc')
          .orderBy('notes.id', 'desc')
          .offset(offset)
          .limit(limit)
          .execute(),
        countOf(matching),
      ])
      return { rows, total }
    },

    /** The number of notes of a team, without those of deleted links. */
    count: (orgId: number): Promise<number> => countOf(shown(wholeTeam(orgId))),

    get: (reach: Reach, id: number): Promise<NoteRow | undefined> =>
      shown(reach).selectAll('notes').where('notes.id', '=', id).executeTakeFirst(),

    /** Whether a link is within reach and not deleted. */
    async hasLink(reach: Reach, linkId: number): Promise<boolean> {
      const links = db.selectFrom('links').select('id').where(within(reach))
      const found = links.where('id', '=', linkId).where('deleted_at', 'is', null)
      return (await found.executeTakeFirst()) !== undefined
    },

    insert: (orgId: number, userId: number, note: Required<NoteChanges>): Promise<NoteRow> =>
      db
        .insertInto('notes')
        .values({ ...note, org_id: orgId, created_by: userId })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Returns undefined if there is no such note within reach. */
    update: (reach: Reach, id: number, changes: NoteChanges): Promise<NoteRow | undefined> =>
      db
        .updateTable('notes')
        .set({ ...changes, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('id', 'in', idsOf(reach))
        .returningAll()
        .executeTakeFirst(),

    /** Returns false if there is no such note within reach. */
    async delete(reach: Reach, id: number): Promise<boolean> {
      const gone = db.deleteFrom('notes').where('id', '=', id).where('id', 'in', idsOf(reach))
      return (await gone.executeTakeFirst()).numDeletedRows > 0n
    },

    /** Deletes the notes of links. */
    deleteOf: async (linkIds: readonly number[]): Promise<void> =>
      void (await db
        .deleteFrom('notes')
        .where(sql<SqlBool>`link_id = any(${linkIds}::bigint[])`)
        .execute()),
  }
}
