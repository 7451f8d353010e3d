import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { conditionsOf, expiredParts, type LinkFilter } from '../links/filter.repository.ts'

/** How many links a filter has, and how many the team has in all. */
export interface Totals {
  total: number
  all: number
}

/** How many links there are: added up by the database as they come and go, see migration 0010. */
export const countRepository = (db: Kysely<LinkSchema>) => ({
  /** The team's links as they are at one instant. */
  async totals(orgId: number, filter: LinkFilter): Promise<Totals> {
    const { rows } = await sql<Totals>`
      select ${totalOf(orgId, filter)} as total, ${addedUp(orgId, { tagIds: [] })} as "all"`.execute(
      db,
    )
    return rows[0] as Totals
  },

  /** Adds up to `limit` changes to the counts; answers how many. */
  async fold(limit: number): Promise<number> {
    const { rows } = await sql<{ folded: number }>`
      with gone as (
        delete from link_count_changes where (org_id, tag_id, id) in (
          select org_id, tag_id, id from link_count_changes limit ${limit} for update skip locked
        ) returning *
      ), added as (
        insert into link_counts (org_id, tag_id, domain_id, folder_id, has_password, links)
        select org_id, tag_id, domain_id, folder_id, has_password, sum(links)
        from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (org_id, tag_id, domain_id, folder_id, has_password)
        do update set links = link_counts.links + excluded.links
      )
      select count(*) as folded from gone`.execute(db)
    return rows[0]?.folded ?? 0
  },
})

/**
 * A number in SQL. What most links are is not looked for but told from what few of them are: the
 * active from the expired, those without a password from those with one.
 */
function totalOf(orgId: number, filter: LinkFilter): RawBuilder<number> {
  const but = (what: Partial<LinkFilter>, few: Partial<LinkFilter>) =>
    sql<number>`(${totalOf(orgId, { ...filter, ...what })} - ${totalOf(orgId, { ...filter, ...few })})`
  if (filter.status === 'active') return but({ status: undefined }, { status: 'expired' })
  if (isAddedUp(filter)) return addedUp(orgId, filter)
  if (filter.hasPassword === false) return but({ hasPassword: undefined }, { hasPassword: true })
  if (filter.status === undefined) return counted(sql`${conditionsOf(orgId, filter)}`)
  const rest = conditionsOf(orgId, { ...filter, status: undefined })
  const parts = expiredParts(orgId).map((part) => counted(sql`${rest} and ${part}`))
  return sql`(${sql.join(parts, sql` + `)})`
}

const counted = (conditions: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from links where ${conditions})`

const isAddedUp = ({ search, status, tagIds, createdFrom, createdTo }: LinkFilter): boolean =>
  !search && status === undefined && tagIds.length < 2 && !createdFrom && !createdTo

function addedUp(orgId: number, filter: LinkFilter): RawBuilder<number> {
  const { domainId, folderId, tagIds, hasPassword } = filter
  const of = [sql`org_id = ${orgId}`, sql`tag_id = ${tagIds[0] ?? 0}`]
  if (domainId !== undefined) of.push(sql`domain_id = ${domainId}`)
  if (folderId !== undefined) of.push(sql`folder_id = ${folderId}`)
  if (hasPassword !== undefined) of.push(sql`has_password = ${hasPassword}`)
  const where = sql.join(of, sql` and `)
  return sql`(select coalesce(sum(links), 0)::bigint from (
    select links from link_counts where ${where}
    union all select links from link_count_changes where ${where}
  ) as counted)`
}
