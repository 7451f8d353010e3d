import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'

export interface DomainPage {
  offset: number
  limit: number
  search?: string | undefined
  sort?: string | undefined
  order?: string | undefined
}

export const domainRepository = (db: Kysely<CatalogSchema>) => ({
  /** One page of a team's domains, oldest first by default, and the total. */
  async list(orgId: number, { offset, limit, search = '', sort, order }: DomainPage) {
    const matching = db
      .selectFrom('domains')
      .where('org_id', '=', orgId)
      .where(sql`position(${search.toLowerCase()} in name)`, '>', 0)
    const direction = order === 'desc' ? 'desc' : 'asc'
    const [rows, { total }] = await Promise.all([
      matching
        .selectAll()
        .orderBy(sort === 'name' ? 'name' : 'created_at', direction)
        .orderBy('id', direction)
        .offset(offset)
        .limit(limit)
        .execute(),
      matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { rows, total }
  },

  get: (orgId: number, id: number): Promise<DomainRow | undefined> =>
    db
      .selectFrom('domains')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** The verified domain with this host name, of any team; a claim of `orgId` takes precedence. */
  find: (name: string, orgId?: number): Promise<DomainRow | undefined> =>
    db
      .selectFrom('domains')
      .selectAll()
      .where('name', '=', name)
      .where((of) => of.or([of('verified', '=', true), of('org_id', '=', orgId ?? null)]))
      .orderBy(sql`org_id = ${orgId ?? null}`, (of) => of.desc().nullsLast())
      .executeTakeFirst(),
})
