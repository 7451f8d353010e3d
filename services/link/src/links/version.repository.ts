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
  const { rows } = await sql<{ id: string; before: Record<string, unknown> | null }>`
    select id, before from audit_log
    where org_id = ${orgId} and object_kind = 'link' and object_id = ${linkId} and id >= ${entryId}
    order by id desc`.execute(db)
  if (rows.at(-1)?.id !== entryId.toLowerCase()) return undefined
  // The oldest value wins: entries are newest first.
  return Object.assign({}, ...rows.slice(0, -1).map(({ before }) => before))
}
