import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkEvent } from './event.repository.ts'

interface Expired {
  id: number
  org_id: number
}

const toEvents = (rows: readonly Expired[]): LinkEvent[] =>
  rows.map(({ id, org_id }) => ({ orgId: org_id, linkId: id, type: 'link.expired' as const }))

/** Expired links that webhooks have not been notified of. Returned links are marked as notified. */
export const expiryRepository = (db: Kysely<LinkSchema>) => ({
  /** By date. */
  async due(limit: number): Promise<LinkEvent[]> {
    const { rows } = await sql<Expired>`
      with due as (
        select id from links
        where expires_at <= now() and deleted_at is null
          and reported_expires_at is distinct from expires_at
        order by expires_at limit ${limit}
        for update skip locked
      )
      update links set reported_expires_at = expires_at from due where links.id = due.id
      returning links.id, links.org_id`.execute(db)
    return toEvents(rows)
  },

  /**
   * By number of clicks, among these links. Skips locked links: the relay checks them after their
   * change.
   */
  async usedUp(linkIds: readonly number[]): Promise<LinkEvent[]> {
    if (linkIds.length === 0) return []
    const { rows } = await sql<Expired>`
      with due as (
        select id from links join link_clicks as counted on counted.link_id = links.id
        where links.id = any(${linkIds}::bigint[]) and expires_after > 0 and deleted_at is null
          and reported_expires_after is distinct from expires_after
          and greatest(counted.clicks, counted.taken + counted.used) >= expires_after
        for update of links skip locked
      )
      update links set reported_expires_after = expires_after from due where links.id = due.id
      returning links.id, links.org_id`.execute(db)
    return toEvents(rows)
  },
})
