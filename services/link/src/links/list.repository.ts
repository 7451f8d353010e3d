import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countRepository } from '../counts/count.repository.ts'
import type { CountedLinkRow, LinkSchema } from '../link.schema.ts'
import type { ShortUrlBase } from '../slugs/slug.rules.ts'
import { conditionsOf, type LinkQuery, withAddresses } from './filter.repository.ts'
import { findIds, type LinkSort, type Order } from './id.repository.ts'

export const listRepository = (db: Kysely<LinkSchema>, base: ShortUrlBase) => {
  const columns = () =>
    db
      .selectFrom('links')
      .innerJoin('link_clicks', 'link_clicks.link_id', 'links.id')
      .selectAll('links')
      .select(['link_clicks.clicks', 'link_clicks.clicked_at'])

  /** The team's links of these ids, in their order. */
  async function inOrder(orgId: number, ids: readonly number[]): Promise<CountedLinkRow[]> {
    if (ids.length === 0) return []
    const rows = await columns()
      .where('links.id', 'in', ids)
      .where(() => conditionsOf(orgId, { tagIds: [] }))
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return {
    /** One page and how many there are in all. Its links are found first, then read. */
    async page(
      orgId: number,
      query: LinkQuery,
      sort: LinkSort,
      order: Order,
      offset: number,
      limit: number,
    ): Promise<{ rows: CountedLinkRow[]; total: number }> {
      const filter = await withAddresses(db, base, orgId, query)
      const counting = countRepository(db).totals(orgId, filter)
      const finding = findIds(db, orgId, filter, { sort, order, offset, limit }, counting)
      const [ids, { total }] = await Promise.all([finding, counting])
      return { rows: await inOrder(orgId, ids), total }
    },

    /** Up to `limit` links after the one of an id, oldest first: for reading all of them piece by piece. */
    async after(
      orgId: number,
      query: LinkQuery,
      id: number,
      limit: number,
    ): Promise<CountedLinkRow[]> {
      const filter = await withAddresses(db, base, orgId, query)
      const before: RawBuilder<boolean> = sql`(links.created_at, links.id) >
        ((select created_at from links where id = ${id}), ${id})`
      return columns()
        .where(() => conditionsOf(orgId, filter))
        .$if(id !== 0, (of) => of.where(before))
        .orderBy('links.created_at')
        .orderBy('links.id')
        .limit(limit)
        .execute()
    },
  }
}
