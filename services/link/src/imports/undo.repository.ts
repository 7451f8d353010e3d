import type { Reach } from '@fingerpost/kit/grpc/context'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { within } from '../rows/filter.repository.ts'
import { UNCHANGED } from '../rows/read.repository.ts'
import type { LabelKind } from './import.rules.ts'
import type { ImportTask } from './import.schema.ts'

/** Whether a link has the label `made.id`. */
const HAS = {
  folders: sql<SqlBool>`folder_id = made.id`,
  tags: sql<SqlBool>`tag_ids @> array[made.id]`,
}

/** What an import made. */
export const undoRepository = (db: Kysely<LinkSchema>) => ({
  /** The next rows of an import that created links. */
  async madeAfter(
    id: number,
    index: number,
    limit: number,
  ): Promise<{ index: number; link_id: number }[]> {
    const rows = await db
      .selectFrom('import_rows')
      .select(['index', 'link_id'])
      .where('import_id', '=', id)
      .where('index', '>', index)
      .where('link_id', 'is not', null)
      .orderBy('index')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ index: row.index, link_id: row.link_id ?? 0 }))
  },

  /** Those of these links that are within reach and not deleted. */
  present: (
    reach: Reach,
    ids: readonly number[],
  ): Promise<{ id: number; isUnchanged: SqlBool }[]> =>
    db
      .selectFrom('links')
      .select(['id', sql.raw<SqlBool>(UNCHANGED).as('isUnchanged')])
      .where(within(reach))
      .where(sql<SqlBool>`links.id = any(${ids}::bigint[])`)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),

  /** Up to `limit` labels that an import made and that no link of the team has. */
  async emptyLabels({ id, org_id }: ImportTask, kind: LabelKind, limit: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select made.id from imports, unnest(${sql.ref(`made_${kind}`)}) as made (id)
      where imports.id = ${id} and not exists (
        select from links where org_id = ${org_id} and ${HAS[kind]} and deleted_at is null)
      limit ${limit}`.execute(db)
    return rows.map((row) => row.id)
  },

  /** Notes that labels that an import made do not exist anymore. */
  forgetLabels: async (id: number, kind: LabelKind, ids: readonly number[]): Promise<void> =>
    void (await sql`
      update imports set ${sql.ref(`made_${kind}`)} = array(
        select unnest(${sql.ref(`made_${kind}`)}) except select unnest(${ids}::bigint[]))
      where id = ${id}`.execute(db)),
})
