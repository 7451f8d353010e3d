import { type Kysely, sql } from 'kysely'
import { transact } from './transact.ts'

/** Removes the rows of a team from these tables, one after the other; see transact. */
export async function removeRows<Schema>(
  db: Kysely<Schema>,
  tables: readonly string[],
  orgId: number,
): Promise<void> {
  for (const table of tables) {
    await transact(db, (tx) =>
      sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(tx),
    )
  }
}
