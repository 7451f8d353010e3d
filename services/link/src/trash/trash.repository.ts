import type { Actor } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Reach } from '@fingerpost/kit/grpc/context'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import { type Kysely, sql } from 'kysely'
import { countRepository } from '../counts/count.repository.ts'
import { orDomainChanged } from '../domains/domain-use.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import type { CountedLinkRow, LinkRow } from '../model/row.schema.ts'
import { noteRepository } from '../notes/note.repository.ts'
import { within } from '../rows/filter.repository.ts'
import { readRepositoryIn, TRASHED } from '../rows/read.repository.ts'

/** A link that is to be restored, with the parts of it that may have to change. */
export type Place = Pick<LinkRow, 'id' | 'slug_key' | 'folder_id' | 'tag_ids'>

/** A deleted link, without its destinations: 1,000 links may be 100 MB. */
export type TrashedRow = Pick<LinkRow, (typeof SHORT)[number]>
const SHORT = [
  'id',
  'domain_id',
  'domain',
  'slug',
  'slug_key',
  'folder_id',
  'tag_ids',
  'deleted_at',
] as const

/** A restored link, and the slug key that it had before. */
export type RestoredRow = Pick<LinkRow, 'id' | 'domain_id' | 'slug_key' | 'version'> & {
  left_slug_key: string
}

const inTrash = sql<boolean>`${sql.raw(TRASHED)}`

/** Deleted links while their slugs are reserved. */
export const trashRepository = (db: Kysely<LinkSchema>) => ({
  /** One page, or as much of it as fits into one response, and the total. */
  async page(
    reach: Reach,
    offset: number,
    limit: number,
  ): Promise<{ rows: CountedLinkRow[]; total: number }> {
    const all = db.selectFrom('links').where(within(reach)).where(inTrash)
    const [ids, counted] = await Promise.all([
      all
        .select('id')
        .orderBy('deleted_at', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      all.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    const { rows } = await readRepositoryIn(db).getDeleted(
      reach,
      ids.map(({ id }) => id),
    )
    return { rows, total: counted.total }
  },

  /** Those of these links that are within reach, in the trash or not deleted. */
  find: (reach: Reach, ids: readonly number[]): Promise<TrashedRow[]> =>
    known(db, reach, ids).execute(),

  /**
   * Takes links out of the trash, as many as the quota allows, in one transaction with their outbox
   * rows. `full` has the ids of the others. 'taken' if a new slug key is in use.
   */
  async restore(
    actor: Actor,
    reach: Reach,
    places: readonly Place[],
    quota: TeamQuota,
  ): Promise<{ restored: RestoredRow[]; full: number[]; missing: number[] } | 'taken'> {
    const ids = places.map(({ id }) => id)
    try {
      return await orDomainChanged(
        changeAs(db, actor, async (tx) => {
          const count = (on: Kysely<LinkSchema>) => countRepository(on).ofTeam(reach.orgId)
          const remaining = await quota.remaining(tx, reach.orgId, count)
          const held = await known(tx, reach, ids).orderBy('id').forUpdate().execute()
          const deleted = held.flatMap(({ id, deleted_at }) => (deleted_at ? [id] : []))
          const fitting = new Set(deleted.slice(0, remaining))
          const found = new Set(held.map(({ id }) => id))
          return {
            restored: await undelete(
              tx,
              places.filter(({ id }) => fitting.has(id)),
            ),
            full: deleted.slice(remaining),
            missing: ids.filter((id) => !found.has(id)),
          }
        }),
      )
    } catch (error) {
      if (isDuplicate(error, 'links_slug')) return 'taken'
      throw error
    }
  },

  /** Those of these links that are within reach in any state, and whether they were deleted permanently. */
  recall: (reach: Reach, ids: readonly number[]) =>
    db
      .selectFrom('links')
      .select(['id', sql<boolean>`deleted_at is not null and not (${inTrash})`.as('is_gone')])
      .where(within(reach))
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .orderBy('id')
      .execute(),

  /** Deletes links in the trash permanently, with their notes. Returns their ids. */
  async purge(actor: Actor, reach: Reach, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const update = sql<{ id: number }>`
      update links set purged_at = now()
      where ${within(reach)} and id = any(${ids}::bigint[]) and ${inTrash}
      returning id`
    return changeAs(db, actor, async (tx) => {
      const purged = (await update.execute(tx)).rows.map(({ id }) => id)
      await noteRepository(tx).deleteOf(purged)
      return purged
    })
  },
})

const known = (db: Kysely<LinkSchema>, reach: Reach, ids: readonly number[]) =>
  db
    .selectFrom('links')
    .select(SHORT)
    .where(within(reach))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where((of) => of.or([of('deleted_at', 'is', null), inTrash]))

// Names domain_id, so that the trigger links_domain checks the domain as it does for a new link.
async function undelete(tx: Kysely<LinkSchema>, places: readonly Place[]): Promise<RestoredRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<RestoredRow>`
    with place as (
      select given.*, links.slug_key as left_slug_key
      from json_to_recordset(${JSON.stringify(places)}::json)
        as given (id bigint, slug_key text, folder_id bigint, tag_ids bigint[])
      join links using (id)
    ), restored as (
      update links set deleted_at = null, domain_id = domain_id, slug_key = place.slug_key,
        folder_id = place.folder_id, tag_ids = place.tag_ids, version = default, updated_at = now()
      from place where links.id = place.id
      returning links.org_id, links.id, links.domain_id, links.slug_key, links.version, place.left_slug_key
    ), note as (
      insert into outbox (org_id, link_id, kind, left_domain_id, left_slug_key)
      select org_id, id, 'created', case when left_slug_key <> slug_key then domain_id end,
        case when left_slug_key <> slug_key then left_slug_key end
      from restored
    )
    select * from restored`.execute(tx)
  return rows
}
