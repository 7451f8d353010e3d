import { retryDeadlocks } from '@fingerpost/kit/stores/transact'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/** Truncates tables; retries if Postgres resolves a deadlock with a running worker. */
export const truncate = (db: Kysely<LinkSchema>, ...tables: string[]): Promise<unknown> =>
  retryDeadlocks(() => sql`truncate ${sql.raw(tables.join(', '))} cascade`.execute(db))
