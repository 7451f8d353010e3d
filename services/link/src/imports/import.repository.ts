import { hostAt } from '@fingerpost/kit/host'
import { preparedIn } from '@fingerpost/kit/postgres'
import { type Kysely, sql } from 'kysely'
import type { ImportFault, ImportTask, LinkRow, LinkSchema } from '../link.schema.ts'
import { linkRepository } from '../links/link.repository.ts'
import { drawSlugs } from '../slugs/draw.client.ts'
import type { ShortUrlBase } from '../slugs/slug.rules.ts'
import { checkRow, type ImportRow, LOOP, NO_DOMAIN, taken } from './import.rules.ts'
import type { ImportTarget, Surroundings } from './target.client.ts'

/** What came of a row. */
export type RowResult = { row: ImportRow } & ({ link: LinkRow } | { fault: ImportFault })

/** Makes links of rows; on a transaction all of them or none. */
export const rowRepository = (db: Kysely<LinkSchema>, base: ShortUrlBase) => {
  const links = linkRepository({ prepared: preparedIn(db) })

  return async (
    row: ImportRow,
    target: ImportTarget,
    by: { orgId: number; userId: number },
    around: Surroundings,
  ): Promise<RowResult> => {
    const draft = checkRow(row, target)
    if ('code' in draft) return { row, fault: draft }
    const domain = around.domainOf(row)
    if (!domain) return { row, fault: NO_DOMAIN }
    if (around.shortHosts.has(hostAt(row.url, base) ?? '')) return { row, fault: LOOP }
    const place = { ...by, domainId: domain.id, domain: domain.name, passwordHash: null }
    const wished = draft.slug ? [draft.slug] : drawSlugs(domain.slugLength)
    const link = await links.insert(place, draft.columns, wished, domain.caseSensitive)
    return link ? { row, link } : { row, fault: taken(draft.slug ?? '') }
  }
}

/** Imports that run in the background, and their rows. */
export const importRepository = (db: Kysely<LinkSchema>) => ({
  create: (orgId: number, userId: number, target: ImportTarget): Promise<ImportTask> =>
    db
      .insertInto('imports')
      .values({
        org_id: orgId,
        user_id: userId,
        domain_id: target.domainId,
        folder_id: target.folderId,
        tag_ids: target.tagIds,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  find: (id: number, orgId?: number): Promise<ImportTask | undefined> =>
    db
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', id)
      .$if(orgId !== undefined, (of) => of.where('org_id', '=', orgId ?? 0))
      .executeTakeFirst(),

  /** Adds rows; one that is there already stays as it is. */
  addRows: async (id: number, rows: readonly ImportRow[]): Promise<void> =>
    void (await sql`
      insert into import_rows (import_id, index, url, domain, slug)
      select ${id}, * from unnest(${rows.map(({ index }) => index)}::bigint[],
        ${rows.map(({ url }) => url)}::text[], ${rows.map(({ domain }) => domain ?? null)}::text[],
        ${rows.map(({ slug }) => slug ?? null)}::text[])
      on conflict do nothing`.execute(db)),

  setStatus: async (id: number, status: ImportTask['status']): Promise<void> =>
    void (await db.updateTable('imports').set({ status }).where('id', '=', id).execute()),

  /** The next rows that nothing came of yet, held until the transaction ends. */
  openRows: (id: number, limit: number) =>
    db
      .selectFrom('import_rows')
      .select(['index', 'url', 'domain', 'slug'])
      .where('import_id', '=', id)
      .where('link_id', 'is', null)
      .where('error', 'is', null)
      .orderBy('index')
      .limit(limit)
      .forUpdate()
      .execute(),

  /** Notes what came of rows. */
  close: async (id: number, results: readonly RowResult[]): Promise<void> =>
    void (await sql`
      update import_rows set link_id = came.link_id, error = came.error::jsonb
      from unnest(${results.map(({ row }) => row.index)}::bigint[],
        ${results.map((it) => ('link' in it ? it.link.id : null))}::bigint[],
        ${results.map((it) => ('fault' in it ? JSON.stringify(it.fault) : null))}::text[])
        as came (index, link_id, error)
      where import_rows.import_id = ${id} and import_rows.index = came.index`.execute(db)),

  /** False when it was done already. */
  async finish(id: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('imports')
      .set({ status: 'done' })
      .where('id', '=', id)
      .where('status', '<>', 'done')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  counts: (id: number) =>
    db
      .selectFrom('import_rows')
      .where('import_id', '=', id)
      .select((of) => [
        of.fn.countAll<number>().as('total'),
        of.fn.count<number>('link_id').as('created'),
        of.fn.count<number>('error').as('failed'),
      ])
      .executeTakeFirstOrThrow(),

  /** Rows that something came of, failed ones first. */
  closedRows: (id: number, limit: number) =>
    db
      .selectFrom('import_rows')
      .select(['index', 'link_id', 'error'])
      .where('import_id', '=', id)
      .where((of) => of.or([of('link_id', 'is not', null), of('error', 'is not', null)]))
      .orderBy(sql`error is null`)
      .orderBy('index')
      .limit(limit)
      .execute(),
})
