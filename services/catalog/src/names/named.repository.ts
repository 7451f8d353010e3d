import { conflict } from '@fingerpost/kit/http/problem'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import { nameKey } from '@fingerpost/protos/name'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

export type NamedTable = {
  [Table in keyof CatalogSchema]: CatalogSchema[Table] extends { name_key: string } ? Table : never
}[keyof CatalogSchema]

type Row<T extends NamedTable> = Selectable<CatalogSchema[T]>
type Derived = 'id' | 'org_id' | 'name_key' | 'created_at' | 'updated_at'
/** The columns of a new row, without those that every table fills in. */
type NewRow<T extends NamedTable> = { name: string } & Omit<Row<T>, Derived | 'name'>

export interface NamedPage {
  offset: number
  limit: number
  search?: string | undefined
  sort: string
  order: string
}

/** A table whose rows belong to a team and have unique names: per team, or per team and page. */
export const namedRepository = <T extends NamedTable>(db: Kysely<CatalogSchema>, table: T) => {
  // All of these tables have the columns of folders that are used here.
  const named = table as 'folders'
  const ofTeam = (orgId: number) => db.selectFrom(named).where('org_id', '=', orgId)

  return {
    /** One page of a team's rows with these values, and the total. */
    async list(
      orgId: number,
      { offset, limit, search = '', sort, order }: NamedPage,
      equal: Partial<Row<T>> = {},
    ): Promise<{ rows: Row<T>[]; total: number }> {
      const matching = ofTeam(orgId)
        .where(sql`position(${nameKey(search)} in name_key)`, '>', 0)
        .where((of) => of.and(equal))
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
      return { rows: rows as Row<T>[], total }
    },

    async count(orgId: number): Promise<number> {
      const { total } = await ofTeam(orgId)
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },

    get: (orgId: number, id: number): Promise<Row<T> | undefined> =>
      ofTeam(orgId).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
        Row<T> | undefined
      >,

    /** Throws conflict name_taken if the name is in use. */
    insert: (orgId: number, fields: NewRow<T>): Promise<Row<T>> =>
      db
        .insertInto(named)
        .values({ ...(fields as NewRow<'folders'>), org_id: orgId, name_key: nameKey(fields.name) })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error) => taken(error, table, fields.name)) as Promise<Row<T>>,

    /** Returns undefined if the team has no such row. Throws conflict name_taken. */
    update: (orgId: number, id: number, changes: Partial<NewRow<T>>): Promise<Row<T> | undefined> =>
      db
        .updateTable(named)
        .set({
          ...changes,
          ...(changes.name === undefined ? {} : { name_key: nameKey(changes.name) }),
          updated_at: sql<Date>`now()`,
        })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
        .catch((error) => taken(error, table, changes.name)) as Promise<Row<T> | undefined>,

    /** Returns false if the team has no such row. */
    async delete(orgId: number, id: number): Promise<boolean> {
      const gone = db.deleteFrom(named).where('org_id', '=', orgId).where('id', '=', id)
      return (await gone.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

function taken(error: unknown, table: NamedTable, name: string | undefined): never {
  if (!isDuplicate(error, `${table}_name`)) throw error
  const detail = name === undefined ? 'The name is taken.' : `"${name}" is taken.`
  throw conflict('name_taken', detail, [{ field: 'name', code: 'taken', detail }])
}
