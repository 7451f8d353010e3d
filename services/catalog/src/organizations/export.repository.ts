import type { Actor } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { RecordExportRequest } from '@fingerpost/protos/catalog/v1/organization'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

/** Exports of data of teams, in their audit logs. */
export const exportRepository = (db: Kysely<CatalogSchema>) => ({
  record: async (
    orgId: number,
    actor: Actor,
    { data, query }: RecordExportRequest,
  ): Promise<void> => {
    const after = JSON.stringify({ data, ...(query && { query }) })
    await changeAs(db, actor, (tx) =>
      sql`
        select audit_event(id, 'exported', 'organization', id, name, ${after}::jsonb)
        from organizations where id = ${orgId}`.execute(tx),
    )
  },
})
