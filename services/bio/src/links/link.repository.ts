import { type Kysely, sql } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import type { LinkDraft } from './link.rules.ts'

const COLUMNS = [
  ...(['id', 'org_id', 'type', 'url', 'title', 'username', 'enabled', 'position'] as const),
  ...(['created_at', 'updated_at'] as const),
  sql<number>`coalesce((select clicks from bio_link_clicks where link_id = bio_links.id), 0)`.as(
    'clicks',
  ),
] as const

/** The links of one team. */
export const linkRepository = (db: Kysely<BioSchema>, orgId: number) => ({
  /** All links in list order: at most a hundred. */
  all: () =>
    db
      .selectFrom('bio_links')
      .select(COLUMNS)
      .where('org_id', '=', orgId)
      .orderBy('position')
      .execute(),

  get: (id: number) =>
    db
      .selectFrom('bio_links')
      .select(COLUMNS)
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (draft: LinkDraft, position: number) =>
    db
      .insertInto('bio_links')
      .values({ ...draft, org_id: orgId, position })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),

  update: (id: number, draft: LinkDraft) =>
    db
      .updateTable('bio_links')
      .set({ ...draft, updated_at: sql`now()` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),

  /** Also closes the gap in the order. Returns false if there is no such link. */
  async delete(id: number): Promise<boolean> {
    const gone = await db
      .deleteFrom('bio_links')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returning('position')
      .executeTakeFirst()
    if (!gone) return false
    await db
      .updateTable('bio_links')
      .set({ position: sql`position - 1` })
      .where('org_id', '=', orgId)
      .where('position', '>', gone.position)
      .execute()
    return true
  },

  /** Stores the order of these ids, which must be all of the team's. */
  arrange: (ids: readonly number[]) =>
    db
      .updateTable('bio_links')
      .from(
        sql<{ id: number; place: number }>`unnest(${ids}::bigint[]) with ordinality`.as<'placed'>(
          sql`placed(id, place)`,
        ),
      )
      .set({ position: sql`placed.place - 1`, updated_at: sql`now()` })
      .whereRef('bio_links.id', '=', 'placed.id')
      .where('org_id', '=', orgId)
      .where(sql<boolean>`position <> placed.place - 1`)
      .execute(),
})

export type LinkRepository = ReturnType<typeof linkRepository>
