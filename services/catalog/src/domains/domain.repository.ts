import type { Postgres } from '@fingerpost/kit/postgres'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'

export const domainRepository = (postgres: Postgres<CatalogSchema>) => ({
  /** One page of a team's domains, oldest first, and how many there are in all. */
  async list(orgId: number, offset: number, limit: number) {
    const ofTeam = postgres.db.selectFrom('domains').where('org_id', '=', orgId)
    const [rows, { total }] = await Promise.all([
      ofTeam.selectAll().orderBy('id').offset(offset).limit(limit).execute(),
      ofTeam.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { rows, total }
  },

  /** The domain of a host name, whosever it is. */
  find: (name: string): Promise<DomainRow | undefined> =>
    postgres.db.selectFrom('domains').selectAll().where('name', '=', name).executeTakeFirst(),
})
