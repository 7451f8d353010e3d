import { type Kysely, sql } from 'kysely'

/** Removes the rows of a team from these tables, one after the other. */
export async function removeRows<Schema>(
  db: Kysely<Schema>,
  tables: readonly string[],
  orgId: number,
): Promise<void> {
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(db)
  }
}
