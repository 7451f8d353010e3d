import type { Kysely } from 'kysely'
import type { LinkRow, LinkSchema } from '../link.schema.ts'

export interface OutboxRow {
  id: number
  kind: 'created' | 'updated' | 'deleted'
  link: LinkRow
}

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /** The oldest changes nobody has heard of and no other relay holds; they stay held until the transaction ends. */
  async take(limit: number): Promise<OutboxRow[]> {
    const held = await db
      .selectFrom('outbox')
      .select(['id', 'link_id', 'kind'])
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    if (held.length === 0) return []
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
    return held.flatMap(({ id, link_id, kind }) => {
      const link = byId.get(link_id)
      return link ? [{ id, kind, link }] : []
    })
  },

  /** Forgets changes that everybody has heard of. */
  remove: async (ids: number[]): Promise<void> =>
    void (await db.deleteFrom('outbox').where('id', 'in', ids).execute()),
})
