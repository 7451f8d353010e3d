import type { Reach } from '@fingerpost/kit/grpc/context'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { conditionsOf, expiredParts, type LinkFilter } from '../rows/filter.repository.ts'

/** The number of links that match a filter, and the number of all links of the team. */
export interface Totals {
  total: number
  all: number
}

/** Link counts from rollups that database triggers maintain as links change; see migration 0010. */
export const countRepository = (db: Kysely<LinkSchema>) => ({
  /** Counts of the links within reach, and of the team, taken from one snapshot. */
  async totals(reach: Reach, filter: LinkFilter): Promise<Totals> {
    const { rows } = await sql<Totals>`
      select ${totalOf(reach, filter)} as total, ${addedUp(reach.orgId, { tag_ids: [] })} as "all"`.execute(
      db,
    )
    return rows[0] as Totals
  },

  /** The number of links of a team. */
  async ofTeam(orgId: number): Promise<number> {
    const { rows } = await sql<{ links: number }>`
      select ${addedUp(orgId, { tag_ids: [] })} as links`.execute(db)
    return rows[0]?.links ?? 0
  },

  /** Folds up to `limit` pending changes into the counts. Returns how many it folded. */
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
 * A count as an SQL expression. Frequent properties are computed by subtracting the rare opposite:
 * active links from expired ones, links without a password from links with one.
 */
function totalOf(reach: Reach, filter: LinkFilter): RawBuilder<number> {
  const but = (what: Partial<LinkFilter>, small: Partial<LinkFilter>) =>
    sql<number>`(${totalOf(reach, { ...filter, ...what })} - ${totalOf(reach, { ...filter, ...small })})`
  if (filter.status === 'active') return but({ status: undefined }, { status: 'expired' })
  if (isAddedUp(reach, filter)) return addedUp(reach.orgId, filter)
  if (filter.has_password === false) return but({ has_password: undefined }, { has_password: true })
  if (filter.status === undefined) return counted(sql`${conditionsOf(reach, filter)}`)
  const rest = conditionsOf(reach, { ...filter, status: undefined })
  const parts = expiredParts(reach.orgId).map((part) => counted(sql`${rest} and ${part}`))
  return sql`(${sql.join(parts, sql` + `)})`
}

const counted = (conditions: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from links where ${conditions})`

const isAddedUp = (
  { ownerId }: Reach,
  { search, status, tag_ids, created_from, created_to }: LinkFilter,
): boolean =>
  ownerId === undefined &&
  !search &&
  status === undefined &&
  tag_ids.length < 2 &&
  !created_from &&
  !created_to

function addedUp(orgId: number, filter: LinkFilter): RawBuilder<number> {
  const { domain_id, folder_id, tag_ids, has_password } = filter
  const of = [sql`org_id = ${orgId}`, sql`tag_id = ${tag_ids[0] ?? 0}`]
  if (domain_id !== undefined) of.push(sql`domain_id = ${domain_id}`)
  if (folder_id !== undefined) of.push(sql`folder_id = ${folder_id}`)
  if (has_password !== undefined) of.push(sql`has_password = ${has_password}`)
  const where = sql.join(of, sql` and `)
  return sql`(select coalesce(sum(links), 0)::bigint from (
    select links from link_counts where ${where}
    union all select links from link_count_changes where ${where}
  ) as counted)`
}
