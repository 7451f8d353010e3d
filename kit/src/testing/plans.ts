import { type Kysely, sql } from 'kysely'

/** Postgres plans the first five calls for their values, and then keeps the plan that looks cheaper. */
const FIRST = 5

/** After as many calls, a statement has been planned five times, unless each call is planned anew. */
export const ENOUGH_CALLS = 4 * FIRST

/**
 * The prepared statements that were called enough on this connection, with true for those that are planned for each
 * call. `db` needs a pool of one connection.
 */
export async function plannedEachTime<Schema>(
  db: Kysely<Schema>,
): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; each: boolean }>`
    select name, custom_plans > ${FIRST} as each from pg_prepared_statements
    where generic_plans + custom_plans >= ${ENOUGH_CALLS}`.execute(db)
  return Object.fromEntries(rows.map(({ name, each }) => [name, each]))
}
