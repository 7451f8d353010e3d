import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { CountedLinkRow, LinkSchema } from '../link.schema.ts'
import type { ShortUrlBase } from '../slugs/slug.rules.ts'

/** Which links of a team; absent = all. */
export interface LinkQuery {
  search?: string | undefined
  domainId?: number | undefined
  /** 0 = in no folder. */
  folderId?: number | undefined
  tagIds: number[]
  status?: string | undefined
  hasPassword?: boolean | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
}

export const SORTS = {
  created_at: sql`links.created_at`,
  updated_at: sql`links.updated_at`,
  clicked_at: sql`link_clicks.clicked_at`,
  clicks: sql`coalesce(link_clicks.clicks, 0)`,
  title: sql`lower(links.title)`,
  slug: sql`links.slug_key`,
} as const
/** Where there may be none; naming the place of nulls for the others would keep their indexes from use. */
const MAYBE_NULL: readonly string[] = ['clicked_at'] satisfies LinkSort[]
export type LinkSort = keyof typeof SORTS

/** `%`, `_` and `\` mean themselves. */
const substring = (text: string) => `%${text.replace(/[%_\\]/g, '\\$&')}%`

export const listRepository = (db: Kysely<LinkSchema>, base: ShortUrlBase) => {
  const usual = base.port === 0 || base.port === (base.scheme === 'https' ? 443 : 80)
  const port = usual ? '' : `:${base.port}`
  const shortUrl = sql<string>`${`${base.scheme}://`} || links.domain || ${port} || '/' || links.slug`

  const conditions = (query: LinkQuery): Expression<SqlBool>[] => {
    const all: Expression<SqlBool>[] = []
    const { search, domainId, folderId, tagIds, status, hasPassword, createdFrom, createdTo } =
      query
    if (search) {
      const like = substring(search)
      all.push(
        sql`(links.url ilike ${like} or links.title ilike ${like} or ${shortUrl} ilike ${like})`,
      )
    }
    if (domainId !== undefined) all.push(sql`links.domain_id = ${domainId}`)
    if (folderId === 0) all.push(sql`links.folder_id is null`)
    else if (folderId !== undefined) all.push(sql`links.folder_id = ${folderId}`)
    if (tagIds.length > 0) all.push(sql`links.tag_ids @> ${tagIds}::bigint[]`)
    if (status !== undefined) {
      const expired = sql<SqlBool>`(coalesce(links.expires_at <= now(), false) or links.expires_after > 0
        and coalesce(greatest(link_clicks.clicks, link_clicks.taken + link_clicks.used), 0) >= links.expires_after)`
      all.push(status === 'expired' ? expired : sql`not ${expired}`)
    }
    if (hasPassword !== undefined) all.push(sql`(links.password_hash is not null) = ${hasPassword}`)
    if (createdFrom) all.push(sql`links.created_at >= ${createdFrom}`)
    if (createdTo) all.push(sql`links.created_at <= ${createdTo}`)
    return all
  }

  const ofTeam = (orgId: number, query: LinkQuery) =>
    db
      .selectFrom('links')
      .leftJoin('link_clicks', 'link_clicks.link_id', 'links.id')
      .where('links.org_id', '=', orgId)
      .where('links.deleted_at', 'is', null)
      .where((of) => of.and(conditions(query)))

  const columns = <T extends ReturnType<typeof ofTeam>>(query: T) =>
    query.selectAll('links').select(['link_clicks.clicks', 'link_clicks.clicked_at'])

  /** The team's links of these ids, in their order. */
  async function inOrder(orgId: number, ids: readonly number[]): Promise<CountedLinkRow[]> {
    if (ids.length === 0) return []
    const rows = await columns(ofTeam(orgId, { tagIds: [] }))
      .where('links.id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return {
    /**
     * One page and how many there are in all. Equal ones are in the order they were made. Which links
     * is found in an index alone where there is one; what is to be shown of them is read afterwards.
     */
    async page(
      orgId: number,
      query: LinkQuery,
      sort: LinkSort,
      order: 'asc' | 'desc',
      offset: number,
      limit: number,
    ): Promise<{ rows: CountedLinkRow[]; total: number }> {
      const [ids, counted] = await Promise.all([
        ofTeam(orgId, query)
          .select('links.id')
          .orderBy(SORTS[sort], (by) => {
            const ordered = order === 'asc' ? by.asc() : by.desc()
            if (!MAYBE_NULL.includes(sort)) return ordered
            return order === 'asc' ? ordered.nullsFirst() : ordered.nullsLast()
          })
          .orderBy('links.id', order)
          .offset(offset)
          .limit(limit)
          .execute(),
        ofTeam(orgId, query)
          .select((of) => of.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      const rows = await inOrder(
        orgId,
        ids.map(({ id }) => id),
      )
      return { rows, total: counted.total }
    },

    /** Up to `limit` links after an id, oldest first: for reading all of them piece by piece. */
    after: (
      orgId: number,
      query: LinkQuery,
      id: number,
      limit: number,
    ): Promise<CountedLinkRow[]> =>
      columns(ofTeam(orgId, query))
        .where('links.id', '>', id)
        .orderBy('links.id')
        .limit(limit)
        .execute(),
  }
}
