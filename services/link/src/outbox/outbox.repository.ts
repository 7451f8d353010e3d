import type { OutboxLag } from '@fingerpost/kit/outbox-gauges'
import { type Kysely, sql } from 'kysely'
import type { LinkRow, LinkSchema } from '../link.schema.ts'
import type { SlugAddress } from '../slugs/slug.cache.ts'

export interface OutboxRow {
  id: number
  kind: 'created' | 'updated' | 'deleted'
  link: LinkRow
  /** The address the link had before. */
  left: SlugAddress | undefined
}

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * The oldest notes that no other relay holds; they stay held until the transaction ends. `ids` are all
   * of them; `rows` leaves out those whose link is not there.
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

  /** What waits, and for how long the oldest of it. */
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

  /** Forgets changes that everybody has heard of. */
  remove: async (ids: number[]): Promise<void> =>
    void (await db.deleteFrom('outbox').where('id', 'in', ids).execute()),
})
