import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, Payloads, Topic } from '../catalog.schema.ts'

export interface OutboxRow {
  id: number
  topic: Topic
  payload: Payloads[Topic]
  created_at: Date
}

export const outboxRepository = (db: Kysely<CatalogSchema>) => ({
  /** Must be called in the transaction of the change itself. */
  add: async <T extends Topic>(topic: T, payload: Payloads[T]): Promise<void> =>
    void (await db
      .insertInto('outbox')
      .values({ topic, payload: JSON.stringify(payload) })
      .execute()),

  /** Locks the due rows that no other relay has locked, until the transaction ends. */
  take: (limit: number): Promise<OutboxRow[]> =>
    db
      .selectFrom('outbox')
      .select(['id', 'topic', 'payload', 'created_at'])
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute(),

  remove: async (ids: number[]): Promise<void> => {
    if (ids.length > 0) await db.deleteFrom('outbox').where('id', 'in', ids).execute()
  },

  postpone: async (id: number, ms: number): Promise<void> =>
    void (await db
      .updateTable('outbox')
      .set({ due_at: sql<Date>`now() + ${ms} * interval '1 millisecond'` })
      .where('id', '=', id)
      .execute()),
})
