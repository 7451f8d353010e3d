import { type Kysely, sql } from 'kysely'

/** Postgres makes custom plans for the first five calls, then uses a generic plan if its cost is not higher. */
const CUSTOM_PLANS = 5

/** Enough calls to see whether a statement changes to a generic plan. */
export const ENOUGH_CALLS = 4 * CUSTOM_PLANS

/**
 * For each prepared statement with at least `ENOUGH_CALLS` calls, whether it still gets custom plans. `db`
 * needs a pool of one connection.
 */
export async function usesCustomPlans<Schema>(
  db: Kysely<Schema>,
): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; custom: boolean }>`
    select name, custom_plans > ${CUSTOM_PLANS} as custom from pg_prepared_statements
    where generic_plans + custom_plans >= ${ENOUGH_CALLS}`.execute(db)
  return Object.fromEntries(rows.map(({ name, custom }) => [name, custom]))
}
