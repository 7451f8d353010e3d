import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/**
 * The columns that the link has changed since an entry of its audit log, with the values that they
 * had then. Undefined if its log has no such entry.
 */
export async function columnsSince(
  db: Kysely<LinkSchema>,
  orgId: number,
  linkId: number,
  entryId: string,
): Promise<Record<string, unknown> | undefined> {
  // The oldest value of each column wins. Only these leave Postgres: a link may have any number of entries.
  const ofLink = sql`org_id = ${orgId} and object_kind = 'link' and object_id = ${linkId}`
  const { rows } = await sql<{ columns: Record<string, unknown> | null }>`
    select (
      select jsonb_object_agg(key, value) from (
        select distinct on (key) key, value from audit_log cross join lateral jsonb_each(before)
        where ${ofLink} and id > ${entryId} order by key, id
      ) as oldest
    ) as columns
    from audit_log where ${ofLink} and id = ${entryId}`.execute(db)
  const [found] = rows
  return found && (found.columns ?? {})
}
