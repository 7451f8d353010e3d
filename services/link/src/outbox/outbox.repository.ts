import type { OutboxLag } from '@fingerpost/kit/outbox-gauges'
import { type Kysely, sql } from 'kysely'
import type { LinkRow, LinkSchema } from '../link.schema.ts'

export interface OutboxRow {
  id: number
  kind: 'created' | 'updated' | 'deleted'
  link: LinkRow
  /** The address the link had before. */
  left: { domainId: number; slugKey: string } | undefined
}

/** A link may have come back to the address it had left. */
const isAt = (link: LinkRow, domainId: number, slugKey: string) =>
  link.domain_id === domainId && link.slug_key === slugKey

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /** The oldest changes nobody has heard of and no other relay holds; they stay held until the transaction ends. */
  async take(limit: number): Promise<OutboxRow[]> {
    const held = await db
      .selectFrom('outbox')
      .select(['id', 'link_id', 'kind', 'left_domain_id', 'left_slug_key'])
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
    return held.flatMap(({ id, link_id, kind, left_domain_id, left_slug_key }) => {
      const link = byId.get(link_id)
      const left =
        left_domain_id !== null &&
        left_slug_key !== null &&
        link &&
        !isAt(link, left_domain_id, left_slug_key)
          ? { domainId: left_domain_id, slugKey: left_slug_key }
          : undefined
      return link ? [{ id, kind, link, left }] : []
    })
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
