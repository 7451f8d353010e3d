import { isDuplicate } from '@fingerpost/kit/postgres'
import { conflict } from '@fingerpost/kit/problem'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { toDomainRecord } from './describe.rules.ts'
import type { DomainFields } from './domain.rules.ts'

type Change = Partial<DomainFields> & { verified?: boolean }

/** Changes of domains. Each change and its note in the outbox commit together. */
export const domainChangeRepository = (db: Kysely<CatalogSchema>) => {
  const noted = (change: (tx: Kysely<CatalogSchema>) => Promise<DomainRow | undefined>) =>
    db.transaction().execute(async (tx) => {
      const row = await change(tx)
      if (row) await outboxRepository(tx).add('domain_changed', toDomainRecord(row))
      return row
    })

  const set = (tx: Kysely<CatalogSchema>, orgId: number, id: number, change: Change) =>
    tx
      .updateTable('domains')
      .set({
        ...change,
        version: sql<number>`nextval('domain_version')`,
        updated_at: sql<Date>`now()`,
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()

  return {
    /** Throws conflict domain_taken when any team has the name. */
    async insert(
      orgId: number,
      { name, ...fields }: Change & { name: string },
    ): Promise<DomainRow> {
      try {
        const row = await noted((tx) =>
          tx
            .insertInto('domains')
            .values({ org_id: orgId, name, ...fields })
            .returningAll()
            .executeTakeFirstOrThrow(),
        )
        return row as DomainRow
      } catch (error) {
        if (!isDuplicate(error, 'domains_name')) throw error
        const detail = `${name} is taken.`
        throw conflict('domain_taken', detail, [{ field: 'name', code: 'taken', detail }])
      }
    },

    /** Undefined when the team has no such domain. */
    update: (orgId: number, id: number, change: Change): Promise<DomainRow | undefined> =>
      noted((tx) => set(tx, orgId, id, change)),

    /** Answers the domain as others are to remember it: unverified, and newer than it ever was. */
    delete: (orgId: number, id: number): Promise<DomainRow | undefined> =>
      noted(async (tx) => {
        const last = await set(tx, orgId, id, { verified: false })
        if (last) await tx.deleteFrom('domains').where('id', '=', id).execute()
        return last
      }),
  }
}
