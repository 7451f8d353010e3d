import type { Actor } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Reach } from '@fingerpost/kit/grpc/context'
import { invalid } from '@fingerpost/kit/http/problem'
import { isDuplicate, isViolation } from '@fingerpost/kit/stores/postgres'
import type { ListField } from '@fingerpost/protos/redirect-rules'
import type { ChangeKind, TagMode } from '@fingerpost/protos/words'
import {
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import { orDomainChanged } from '../domains/domain-use.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkColumns } from '../model/field.rules.ts'
import type { CountedLinkRow, LinkRow } from '../model/row.schema.ts'
import { TOO_MANY_TAGS } from '../model/value.rules.ts'
import { within } from '../rows/filter.repository.ts'
import { UNCHANGED } from '../rows/read.repository.ts'

/** What a change sets: the columns that the team controls, and the address. */
export type LinkPatch = Partial<LinkColumns> &
  Partial<Record<ListField, string>> & {
    domain_id?: number
    domain?: string
    slug?: string
    slug_key?: string
    password_hash?: string | null
  }

const touched = {
  version: sql<number>`default`, // set by the trigger links_version
  updated_at: sql<Date>`now()`,
}

/** Changes of existing links. Each change commits together with its outbox row. */
export const changeRepository = (db: Kysely<LinkSchema>) => {
  /** The link within reach, locked until the transaction ends. */
  const hold = (tx: Transaction<LinkSchema>, reach: Reach, id: number) =>
    tx
      .selectFrom('links')
      .selectAll()
      .where(within(reach))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()

  const clicksOf = (tx: Kysely<LinkSchema>, id: number) =>
    tx
      .selectFrom('link_clicks')
      .select(['clicks', 'clicked_at'])
      .where('link_id', '=', id)
      .executeTakeFirst()

  return {
    /** The current state of a link within reach. */
    find: (reach: Reach, id: number): Promise<LinkRow | undefined> =>
      db
        .selectFrom('links')
        .selectAll()
        .where(within(reach))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),

    /**
     * Applies the patch that `decide` returns for the current link. Changes of one link are
     * serialized. Returns the link before and after; undefined if no such link is within reach,
     * 'taken' if the new address is in use.
     */
    async change(
      actor: Actor,
      reach: Reach,
      id: number,
      decide: (row: LinkRow, tx: Kysely<LinkSchema>) => Promise<LinkPatch>,
    ): Promise<{ before: LinkRow; after: CountedLinkRow } | 'taken' | undefined> {
      try {
        return await orDomainChanged(
          changeAs(db, actor, async (tx) => {
            const before = await hold(tx, reach, id)
            if (!before) return undefined
            const patch = await decide(before, tx)
            const row = await tx
              .updateTable('links')
              .set({ ...patch, ...touched })
              .where('id', '=', id)
              .returningAll()
              .executeTakeFirstOrThrow()
            const moved = row.domain_id !== before.domain_id || row.slug_key !== before.slug_key
            await tx
              .insertInto('outbox')
              .values({
                org_id: row.org_id,
                link_id: id,
                kind: 'updated',
                left_domain_id: moved ? before.domain_id : null,
                left_slug_key: moved ? before.slug_key : null,
              })
              .execute()
            const { clicks = 0, clicked_at = null } = (await clicksOf(tx, id)) ?? {}
            return { before, after: { ...row, clicks, clicked_at } }
          }),
        )
      } catch (error) {
        if (isDuplicate(error, 'links_slug')) return 'taken'
        throw error
      }
    },

    /**
     * Moves those of these links that are within reach into a folder, or out of their folders.
     * Returns their ids, like all changes of many links: 1,000 links may be 100 MB.
     */
    move: (actor: Actor, reach: Reach, ids: number[], folderId: number | null): Promise<number[]> =>
      changeMany(actor, reach, ids, { folder_id: folderId }, 'updated'),

    /**
     * Adds, removes or replaces tags on those of these links that are within reach. Throws invalid,
     * and changes none, if one of them would have too many.
     */
    async tag(
      actor: Actor,
      reach: Reach,
      ids: number[],
      tagIds: number[],
      mode: TagMode,
    ): Promise<number[]> {
      const tagged = { tag_ids: TAGGED[mode]([...new Set(tagIds)]) }
      try {
        return await changeMany(actor, reach, ids, tagged, 'updated')
      } catch (error) {
        if (!isViolation(error, 'links_tags')) throw error
        throw invalid([{ field: 'tags', ...TOO_MANY_TAGS }])
      }
    },

    /** Deletes the links that are within reach; with `unchanged`, only those that were never changed. */
    remove: (
      actor: Actor,
      reach: Reach,
      ids: number[],
      { unchanged = false } = {},
    ): Promise<number[]> => {
      const deleted = { deleted_at: sql<Date>`now()` }
      return changeMany(
        actor,
        reach,
        ids,
        deleted,
        'deleted',
        unchanged ? sql.raw(UNCHANGED) : undefined,
      )
    },

    /** New ids for items of lists. */
    async newVariantIds(tx: Kysely<LinkSchema>, count: number): Promise<number[]> {
      if (count === 0) return []
      const { rows } = await sql<{ id: number }>`
        select nextval('variant_id') as id from generate_series(1, ${count})`.execute(tx)
      return rows.map(({ id }) => id)
    },
  }

  /** Changes many links with their outbox rows in one transaction, which locks them in id order. */
  async function changeMany(
    actor: Actor,
    reach: Reach,
    ids: number[],
    patch: Updateable<LinkSchema['links']> | Record<string, RawBuilder<unknown>>,
    kind: ChangeKind,
    only: RawBuilder<SqlBool> = sql`true`,
  ): Promise<number[]> {
    if (ids.length === 0) return []
    return changeAs(db, actor, async (tx) => {
      const held = await tx
        .selectFrom('links')
        .select('id')
        .where(within(reach))
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where(only)
        .orderBy('id')
        .forUpdate()
        .execute()
      if (held.length === 0) return []
      return updateHeld(
        tx,
        held.map(({ id }) => id),
        patch,
        kind,
      )
    })
  }
}

async function updateHeld(
  tx: Kysely<LinkSchema>,
  ids: number[],
  patch: Updateable<LinkSchema['links']> | Record<string, RawBuilder<unknown>>,
  kind: ChangeKind,
): Promise<number[]> {
  const rows = await tx
    .with('changed', (with_) =>
      with_
        .updateTable('links')
        .set({ ...patch, ...touched })
        .where('id', 'in', ids)
        .returning(['org_id', 'id']),
    )
    .with('note', (with_) =>
      with_
        .insertInto('outbox')
        .columns(['org_id', 'link_id', 'kind'])
        .expression((of) =>
          of.selectFrom('changed').select(['org_id', 'changed.id', sql.lit(kind).as('kind')]),
        ),
    )
    .selectFrom('changed')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Tag ids of a link after each mode; the given ids are distinct. */
const TAGGED: Record<TagMode, (ids: number[]) => RawBuilder<number[]>> = {
  add: (ids) =>
    sql`array(select distinct id from unnest(tag_ids || ${ids}::bigint[]) as id order by id)`,
  replace: (ids) => sql`${ids}::bigint[]`,
  remove: (ids) =>
    sql`array(select id from unnest(tag_ids) as id where id <> all(${ids}::bigint[]))`,
}
