import { retryDeadlocks } from '@fingerpost/kit/postgres'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/** Empties tables, again when the lock of a running worker makes Postgres roll it back. */
export const truncate = (db: Kysely<LinkSchema>, ...tables: string[]): Promise<unknown> =>
  retryDeadlocks(() => sql`truncate ${sql.raw(tables.join(', '))} cascade`.execute(db))
