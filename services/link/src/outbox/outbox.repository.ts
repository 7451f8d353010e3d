import type { SlugAddress } from '@fingerpost/protos/redis-keys'
import type { ChangeKind } from '@fingerpost/protos/words'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../model/row.schema.ts'
import { byIds, fittingIds } from '../rows/read.repository.ts'
import type { OutboxTable } from './outbox.schema.ts'

export interface OutboxRow {
  id: number
  kind: ChangeKind
  link: LinkRow
  /** The address that the link had before. */
  left: SlugAddress | undefined
}

const DUE = sql<SqlBool>`(due_at is null or due_at <= now())`

/** The links whose changes are published next. */
export interface OutboxTurn {
  linkIds: number[]
  /** The last team that has had its turn, 0 at the end of a round. */
  lastTeam: number
}

/** Maximum number of teams that share a batch. */
const TEAMS = 200

/** A row that may be published next: its place among those of its team, and the number of teams. */
interface Choice {
  org_id: number
  link_id: number
  place: number
  teams: number
}

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Chooses links from up to `limit` due rows that no other relay has locked, and locks them until the
   * transaction ends. The teams after `lastTeam` get equal shares, each of its oldest rows. The links are those
   * that fit into `maxBytes`, at least one: first one of each team, then a second one.
   */
  async turn(lastTeam: number, limit: number, maxBytes: number): Promise<OutboxTurn> {
    const { rows } = await sql<Choice>`
      with recursive teams (org_id, number) as (
        (select org_id, 1 from outbox where org_id > ${lastTeam} and ${DUE} order by org_id limit 1)
        union all
        select (
          select outbox.org_id from outbox where outbox.org_id > teams.org_id and ${DUE}
          order by outbox.org_id limit 1
        ), number + 1
        from teams where org_id is not null and number < ${TEAMS}
      )
      select org_id, link_id, row_number() over (partition by org_id order by id)::int as place,
        (select count(org_id) from teams)::int as teams
      from teams cross join lateral (
        select id, link_id from outbox where outbox.org_id = teams.org_id and ${DUE}
        order by id limit ${limit} / (select count(org_id) from teams) for update skip locked
      ) as of_team
      order by place, org_id`.execute(db)
    const wanted = [...new Set(rows.map(({ link_id }) => link_id))]
    const linkIds = await fittingIds(db, wanted, maxBytes)
    const fits = new Set(linkIds)
    const firsts = rows.filter(({ place }) => place === 1)
    const last = firsts.findLast(({ link_id }) => fits.has(link_id))
    if (!last || (last === firsts.at(-1) && last.teams < TEAMS)) return { linkIds, lastTeam: 0 }
    return { linkIds, lastTeam: last.org_id }
  },

  /**
   * Locks due rows of these links, up to `limit` in equal shares, until the transaction ends. Returns the ids of
   * all, and those whose link exists, in the order of the changes.
   */
  async take(linkIds: number[], limit: number): Promise<{ ids: number[]; rows: OutboxRow[] }> {
    const held = await sql<Selectable<OutboxTable>>`
      select of_link.* from unnest(${linkIds}::bigint[]) as wanted (id) cross join lateral (
        select * from outbox where link_id = wanted.id and ${DUE}
        order by id limit ${Math.ceil(limit / linkIds.length)} for update skip locked
      ) as of_link
      order by of_link.id`.execute(db)
    // After the rows: a change whose row is taken must be in the state that is published.
    const links = await byIds(db, linkIds)
    const byId = new Map(links.map((link) => [link.id, link]))
    const rows = held.rows.flatMap(({ id, link_id, kind, left_domain_id, left_slug_key }) => {
      const link = byId.get(link_id)
      const left =
        left_domain_id !== null && left_slug_key !== null
          ? { domainId: left_domain_id, slugKey: left_slug_key }
          : undefined
      return link ? [{ id, kind, link, left }] : []
    })
    return { ids: held.rows.map(({ id }) => id), rows }
  },

  /** Up to `limit` other links than these with changes that are due. */
  async others(linkIds: readonly number[], limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('outbox')
      .select('link_id')
      .distinct()
      .where(DUE)
      .where(sql<SqlBool>`link_id <> all(${linkIds}::bigint[])`)
      .limit(limit)
      .execute()
    return rows.map(({ link_id }) => link_id)
  },

  /** Sets the due changes of these links aside, for longer after each failure: 5 s to 10 minutes. */
  setAside: async (linkIds: readonly number[]): Promise<void> =>
    void (await sql`
      update outbox set tries = least(tries + 1, 10),
        due_at = now() + least(5 * power(2, tries), 600) * interval '1 second'
      where link_id = any(${linkIds}::bigint[]) and ${DUE}`.execute(db)),

  /** Deletes published rows. */
  remove: async (ids: number[]): Promise<void> =>
    void (await db.deleteFrom('outbox').where('id', 'in', ids).execute()),
})
