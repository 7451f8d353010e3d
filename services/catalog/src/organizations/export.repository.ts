import type { Actor } from '@fingerpost/kit/audit/actor'
import type { RecordExportRequest } from '@fingerpost/protos/catalog/v1/organization'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

/** Exports of data of teams, in their audit logs. */
export const exportRepository = (db: Kysely<CatalogSchema>) => ({
  record: async (
    orgId: number,
    actor: Actor,
    { data, query }: RecordExportRequest,
  ): Promise<void> =>
    void (await sql`
      insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, user_id, address,
        request_id, operation, object_kind, object_id, object_name, after)
      select id, audit_id(clock_timestamp()), clock_timestamp(), ${actor.kind}, ${actor.id ?? null},
        ${actor.name ?? null}, ${actor.user_id ?? null}, ${actor.address ?? null},
        ${actor.request_id ?? null}, 'exported', 'organization', id, name,
        jsonb_strip_nulls(jsonb_build_object('data', ${data}::text,
          'query', nullif(${query}::text, '')))
      from organizations where id = ${orgId}`.execute(db)),
})
