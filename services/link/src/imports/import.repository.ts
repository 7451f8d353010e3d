import type { Actor } from '@fingerpost/kit/audit/actor'
import type { Reach } from '@fingerpost/kit/grpc/context'
import type { LeftOut } from '@fingerpost/protos/link/v1/import'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { FURTHER, type ImportRow } from './import.rules.ts'
import type { ImportTask, LabelNames } from './import.schema.ts'
import type { LabelIds } from './label.client.ts'
import type { RowResult } from './piece.repository.ts'
import type { ImportTarget } from './target.client.ts'

/** Imports that count as unfinished: one that was never started does for a day. */
export const UNFINISHED = sql<SqlBool>`status <> 'done'
  and (status <> 'filling' or created_at > now() - interval '1 day')`

/** Whether a row has a place in the report: further short URLs only if they alone of their row failed. */
const IS_REPORTED = sql<SqlBool>`(index < ${sql.lit(FURTHER)} or error is not null and exists (
  select from import_rows as main where main.import_id = import_rows.import_id
    and main.index = import_rows.index % ${sql.lit(FURTHER)} and main.link_id is not null))`

/** Imports and their rows. The table is a queue; each import is processed in pieces. */
export const importRepository = (db: Kysely<LinkSchema>) => {
  /**
   * The import that an identical request created in the last 24 hours. An older key is released.
   */
  async function ofRequest(
    orgId: number,
    key: Uint8Array | undefined,
  ): Promise<ImportTask | undefined> {
    if (!key) return undefined
    const { rows } = await sql<ImportTask & { fresh: boolean }>`
      select *, created_at > now() - interval '24 hours' as fresh from imports
      where org_id = ${orgId} and request_key = ${key}`.execute(db)
    const [task] = rows
    if (!task || task.fresh) return task
    await db.updateTable('imports').set({ request_key: null }).where('id', '=', task.id).execute()
    return undefined
  }

  return {
    ofRequest,

    /** A new import, or the one that an identical request has already created. */
    async create(
      actor: Actor,
      orgId: number,
      userId: number,
      target: ImportTarget,
      left_out?: LeftOut,
      key?: Uint8Array,
    ): Promise<ImportTask> {
      const created = await db
        .insertInto('imports')
        .values({
          org_id: orgId,
          user_id: userId,
          domain_id: target.domainId,
          folder_id: target.folderId,
          tag_ids: target.tagIds,
          create_labels: target.createLabels,
          actor: JSON.stringify(actor),
          left_out: left_out ? JSON.stringify(left_out) : null,
          request_key: key ? Buffer.from(key) : null,
        })
        .onConflict((on) => on.doNothing())
        .returningAll()
        .executeTakeFirst()
      const task = created ?? (await ofRequest(orgId, key))
      if (!task) throw new Error('an import was neither made nor found')
      return task
    },

    /** Counts unfinished imports. */
    async countOpen(orgId: number): Promise<number> {
      const { total } = await db
        .selectFrom('imports')
        .select((of) => of.fn.countAll<number>().as('total'))
        .where('org_id', '=', orgId)
        .where(UNFINISHED)
        .executeTakeFirstOrThrow()
      return total
    },

    /** An import within reach. */
    find: (id: number, { orgId, ownerId }: Reach): Promise<ImportTask | undefined> =>
      db
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', id)
        .where('org_id', '=', orgId)
        .$if(ownerId !== undefined, (of) => of.where('user_id', '=', ownerId ?? 0))
        .executeTakeFirst(),

    /** Adds rows; existing rows stay unchanged. */
    addRows: async (id: number, rows: readonly ImportRow[]): Promise<void> =>
      void (await sql`
        insert into import_rows (import_id, index, url, domain, slug, cells, error)
        select ${id}, * from unnest(${rows.map(({ index }) => index)}::bigint[],
          ${rows.map(({ url }) => url)}::text[],
          ${rows.map(({ domain }) => domain ?? null)}::text[],
          ${rows.map(({ slug }) => slug ?? null)}::text[],
          ${rows.map(({ cells }) => (cells ? JSON.stringify(cells) : null))}::jsonb[],
          ${rows.map(({ error }) => (error ? JSON.stringify(error) : null))}::jsonb[])
        on conflict do nothing`.execute(db)),

    /** Queues imports whose rows are complete; those already started stay unchanged. */
    start: async (...ids: number[]): Promise<void> =>
      void (await db
        .updateTable('imports')
        .set({ status: 'queued', next_piece_at: new Date(0) })
        .where('id', 'in', ids)
        .where('status', '=', 'filling')
        .execute()),

    /**
     * Locks an import with a piece due until the transaction ends. Round robin over teams: the team
     * whose last piece is oldest comes first.
     */
    async take(): Promise<ImportTask | undefined> {
      const { rows } = await sql<ImportTask>`
        select * from imports
        where next_piece_at <= now() and status <> 'done'
        order by (
          select max(last_piece_at) from imports as of_team where of_team.org_id = imports.org_id
        ) nulls first, last_piece_at nulls first, id
        limit 1 for update skip locked`.execute(db)
      return rows[0]
    },

    /** Marks the end of a piece, so that other imports come first. */
    passOn: async (id: number): Promise<void> =>
      void (await sql`
        update imports set status = 'running', last_piece_at = clock_timestamp(), making = null
        where id = ${id}`.execute(db)),

    /** Announces labels that the next piece makes. */
    announce: async (id: number, names: LabelNames): Promise<void> =>
      void (await db
        .updateTable('imports')
        .set({ making: JSON.stringify(names) })
        .where('id', '=', id)
        .execute()),

    /** Records labels that the import has made. */
    async addLabels(id: number, { folders, tags }: LabelIds): Promise<void> {
      if (folders.length + tags.length === 0) return
      await sql`
        update imports set made_folders = made_folders || ${folders}::bigint[],
          made_tags = made_tags || ${tags}::bigint[]
        where id = ${id}`.execute(db)
    },

    /** Postpones an import whose last piece failed. */
    putOff: async (id: number, delayMs: number): Promise<void> =>
      void (await sql`
        update imports set next_piece_at = now() + ${delayMs}::float8 * interval '1 millisecond'
        where id = ${id} and status <> 'done'`.execute(db)),

    /** The next unprocessed rows. */
    openRows: (id: number, limit: number): Promise<ImportRow[]> =>
      db
        .selectFrom('import_rows')
        .select(['index', 'url', 'domain', 'slug', 'cells'])
        .where('import_id', '=', id)
        .where('link_id', 'is', null)
        .where('error', 'is', null)
        .orderBy('index')
        .limit(limit)
        .execute(),

    /** Stores the results of rows, and deletes what they asked for, which nothing reads again. */
    close: async (id: number, results: readonly RowResult[]): Promise<void> =>
      void (await sql`
        update import_rows set link_id = came.link_id, error = came.error::jsonb,
          url = '', domain = null, slug = null, cells = null
        from unnest(${results.map(({ row }) => row.index)}::bigint[],
          ${results.map((it) => ('link' in it ? it.link.id : null))}::bigint[],
          ${results.map((it) => ('fault' in it ? JSON.stringify(it.fault) : null))}::text[])
          as came (index, link_id, error)
        where import_rows.import_id = ${id} and import_rows.index = came.index`.execute(db)),

    /** Returns false if the import was already done. */
    async finish(id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set({ status: 'done' })
        .where('id', '=', id)
        .where('status', '<>', 'done')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Numbers of rows; further short URLs count only if they failed. */
    counts: (id: number) =>
      db
        .selectFrom('import_rows')
        .where('import_id', '=', id)
        .where(IS_REPORTED)
        .select((of) => [
          of.fn.countAll<number>().as('total'),
          of.fn.count<number>('link_id').as('created'),
          of.fn.count<number>('error').as('failed'),
        ])
        .executeTakeFirstOrThrow(),

    /** Processed rows, failed ones first. */
    closedRows: (id: number, offset: number, limit: number) =>
      db
        .selectFrom('import_rows')
        .select(['index', 'link_id', 'error'])
        .where('import_id', '=', id)
        .where((of) => of.or([of('link_id', 'is not', null), of('error', 'is not', null)]))
        .where(IS_REPORTED)
        .orderBy(sql`error is null`)
        .orderBy('index')
        .offset(offset)
        .limit(limit)
        .execute(),

    /** The number of unfinished imports, and when the oldest of them was created. */
    async waiting(): Promise<{ count: number; sinceMs: number | undefined }> {
      const { count, since } = await db
        .selectFrom('imports')
        .where('status', 'in', ['queued', 'running'])
        .select((of) => [
          of.fn.countAll<number>().as('count'),
          of.fn.min<Date | null>('created_at').as('since'),
        ])
        .executeTakeFirstOrThrow()
      return { count, sinceMs: since?.getTime() }
    },

    /**
     * Deletes up to `limit` rows of expired imports, then those imports. Returns whether there may
     * be more.
     */
    async tidy(limit = 5_000): Promise<boolean> {
      const { rows } = await sql<{ more: boolean }>`
        with over as (
          select id from imports
          where status = 'done' and created_at < now() - interval '30 days'
            or status = 'filling' and created_at < now() - interval '1 day'
        ), gone as (
          delete from import_rows where ctid = any(array(
            select ctid from import_rows where import_id in (select id from over) limit ${limit}))
          returning 1
        ), empty as (
          delete from imports using over where imports.id = over.id
            and not exists (select from import_rows where import_id = over.id)
          returning 1
        )
        select exists (select from gone) as more from (select count(*) from empty) as counted`.execute(
        db,
      )
      return rows[0]?.more ?? false
    },
  }
}
