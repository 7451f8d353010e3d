import type { OutboxLag } from '@fingerpost/kit/queue/outbox-gauges'
import type { SlugAddress } from '@fingerpost/protos/redis-keys'
import type { ChangeKind } from '@fingerpost/protos/words'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../links/row.schema.ts'

export interface OutboxRow {
  id: number
  kind: ChangeKind
  link: LinkRow
  /** The address that the link had before. */
  left: SlugAddress | undefined
}

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Locks the oldest rows that no other relay has locked, until the transaction ends. `ids` has all
   * of them; `rows` leaves out those whose link does not exist.
   */
  async take(limit: number): Promise<{ ids: number[]; rows: OutboxRow[] }> {
    const held = await db
      .selectFrom('outbox')
      .select(['id', 'link_id', 'kind', 'left_domain_id', 'left_slug_key'])
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = held.map(({ id }) => id)
    if (ids.length === 0) return { ids, rows: [] }
    const links = await db
      .selectFrom('links')
      .selectAll()
      .where(
        'id',
        'in',
        held.map(({ link_id }) => link_id),
      )
      .execute()
    const byId = new Map(links.map((link) => [link.id, link]))
    const rows = held.flatMap(({ id, link_id, kind, left_domain_id, left_slug_key }) => {
      const link = byId.get(link_id)
      const left =
        left_domain_id !== null && left_slug_key !== null
          ? { domainId: left_domain_id, slugKey: left_slug_key }
          : undefined
      return link ? [{ id, kind, link, left }] : []
    })
    return { ids, rows }
  },

  /** The number of unpublished rows, and the age of the oldest. */
  async lag(): Promise<OutboxLag> {
    const row = await db
      .selectFrom('outbox')
      .select((it) => it.fn.countAll<number>().as('rows'))
      .select(
        sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('age'),
      )
      .executeTakeFirstOrThrow()
    return { rows: row.rows, oldestSeconds: row.age }
  },

  /** Deletes published rows. */
  remove: async (ids: number[]): Promise<void> =>
    void (await db.deleteFrom('outbox').where('id', 'in', ids).execute()),
})
