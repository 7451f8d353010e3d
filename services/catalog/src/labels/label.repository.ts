import { conflict } from '@fingerpost/kit/http/problem'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, LabelRow } from '../catalog.schema.ts'
import { nameKey } from '../names/name.rules.ts'
import type { LabelChanges } from './label.rules.ts'

export type LabelTable = 'folders' | 'tags'

export interface LabelPage {
  offset: number
  limit: number
  search?: string | undefined
  sort: string
  order: string
}

/** Folders or tags: two tables with the same columns. */
export const labelRepository = (db: Kysely<CatalogSchema>, table: LabelTable) => {
  const labels = table as 'folders'
  return {
    /** One page of a team's labels, and the total. */
    async list(orgId: number, { offset, limit, search = '', sort, order }: LabelPage) {
      const matching = db
        .selectFrom(labels)
        .where('org_id', '=', orgId)
        .where(sql`position(${nameKey(search)} in name_key)`, '>', 0)
      const direction = order === 'desc' ? 'desc' : 'asc'
      const [rows, { total }] = await Promise.all([
        matching
          .selectAll()
          .orderBy(sort === 'created_at' ? 'created_at' : 'name_key', direction)
          .orderBy('id', direction)
          .offset(offset)
          .limit(limit)
          .execute(),
        matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { rows, total }
    },

    async count(orgId: number): Promise<number> {
      const { total } = await db
        .selectFrom(labels)
        .select((of) => of.fn.countAll<number>().as('total'))
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow()
      return total
    },

    get: (orgId: number, id: number): Promise<LabelRow | undefined> =>
      db
        .selectFrom(labels)
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Throws conflict name_taken if the team has a label with that name. */
    insert: (orgId: number, { name, color }: Required<LabelChanges>): Promise<LabelRow> =>
      db
        .insertInto(labels)
        .values({ org_id: orgId, name, name_key: nameKey(name), color })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error) => taken(error, table, name)),

    /** Returns undefined if the team has no such label. Throws conflict name_taken. */
    update: (orgId: number, id: number, changes: LabelChanges): Promise<LabelRow | undefined> =>
      db
        .updateTable(labels)
        .set({
          ...changes,
          ...(changes.name === undefined ? {} : { name_key: nameKey(changes.name) }),
          updated_at: sql<Date>`now()`,
        })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
        .catch((error) => taken(error, table, changes.name ?? '')),

    /** Returns false if the team has no such label. */
    async delete(orgId: number, id: number): Promise<boolean> {
      const gone = db.deleteFrom(labels).where('org_id', '=', orgId).where('id', '=', id)
      return (await gone.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

function taken(error: unknown, table: LabelTable, name: string): never {
  if (!isDuplicate(error, `${table}_name`)) throw error
  const detail = `The name "${name}" is taken.`
  throw conflict('name_taken', detail, [{ field: 'name', code: 'taken', detail }])
}
