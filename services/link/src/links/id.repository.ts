import type { Reach } from '@fingerpost/kit/grpc/context'
import type { LinkSort, Order } from '@fingerpost/protos/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Totals } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { conditionsOf, isAll, isOrdered, type LinkFilter } from '../rows/filter.repository.ts'
import { isCommon, isWalked, SMALL, WALK, type Window, windowOf } from './list.rules.ts'

/** Sort keys of lists, each with an index. Those for clicks are in a separate table. */
export const SORTS = {
  created_at: 'links.created_at',
  updated_at: 'links.updated_at',
  clicked_at: 'link_clicks.clicked_at',
  clicks: 'link_clicks.clicks',
  title: 'lower(links.title)',
  slug: 'links.slug_key',
} as const satisfies Record<LinkSort, string>

export interface Page {
  sort: LinkSort
  order: Order
  offset: number
  limit: number
}

/** From this offset on, the total is worth waiting for before the page is read. */
const DEEP = 1_000

/**
 * The ids of a page; ties are in creation order. Reads an index from the nearer end if one has the
 * order. Otherwise walks up to WALK links in list order; if these do not fill the page, gathers all
 * matches and sorts them. Reads the whole team in order only if most links match a deep page.
 */
export async function findIds(
  db: Kysely<LinkSchema>,
  reach: Reach,
  filter: LinkFilter,
  { sort, order, offset, limit }: Page,
  counting: Promise<Totals>,
): Promise<number[]> {
  const run = async (way: 'read' | 'walk' | 'gather', window: Window): Promise<number[]> => {
    const direction = window.backwards ? OPPOSITE[order] : order
    const { rows } = await plansOf(reach, filter, sort, direction)[way](window).execute(db)
    const ids = rows.map(({ id }) => id)
    return window.backwards ? ids.toReversed() : ids
  }

  const ordered = isAll(reach, filter) || (sort === 'created_at' && isOrdered(reach, filter))
  if (ordered && offset < DEEP) return run('read', { offset, limit, backwards: false })
  const totals = await counting
  const window = windowOf(totals.total, offset, limit)
  if (!window) return []
  if (ordered) return run('read', window)
  if (isWalked(totals, window)) {
    const found = await run('walk', window)
    if (found.length === window.limit) return found
  }
  return run(isCommon(totals) && offset >= DEEP ? 'read' : 'gather', window)
}

/**
 * The ids of a page and the number of all matches, from one pass over them; undefined if there are more than SMALL.
 * Finding a text may take long, and counting the matches first takes as long again.
 */
export async function findSmall(
  db: Kysely<LinkSchema>,
  reach: Reach,
  filter: LinkFilter,
  { sort, order, ...window }: Page,
): Promise<{ ids: number[]; total: number } | undefined> {
  const found = plansOf(reach, filter, sort, order).small(window)
  const { rows } = await sql<{ ids: number[]; total: number }>`${found}`.execute(db)
  return rows[0] && rows[0].total <= SMALL ? rows[0] : undefined
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** Query plans for the same page. */
function plansOf(reach: Reach, filter: LinkFilter, sort: LinkSort, direction: Order) {
  const byClicks = sort === 'clicks' || sort === 'clicked_at'
  const table = sql.raw(byClicks ? 'link_clicks' : 'links')
  const id = sql.raw(byClicks ? 'link_clicks.link_id' : 'links.id')
  const key = sql.raw(SORTS[sort])
  const links = byClicks ? sql`join links on links.id = link_clicks.link_id` : sql``
  const clicks = byClicks ? sql`join link_clicks on link_clicks.link_id = links.id` : sql``
  const deleted = sql.raw(byClicks ? 'link_clicks.link_deleted_at' : 'links.deleted_at')
  const ofTeam = sql`${table}.org_id = ${reach.orgId} and ${deleted} is null`
  const fits = sql`${ofTeam} and ${conditionsOf(reach, filter)}`
  // A nulls clause on a column without nulls would prevent the use of its index.
  const first = direction === 'asc' ? 'first' : 'last'
  const nulls = sql.raw(sort === 'clicked_at' ? `${direction} nulls ${first}` : direction)
  const inOrder = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`order by ${key} ${nulls}, ${id} ${sql.raw(direction)}`
  const select = (rest: RawBuilder<unknown>, { offset, limit }: Omit<Window, 'backwards'>) =>
    sql<{ id: number }>`select ${rest} offset ${offset} limit ${limit}`

  return {
    /** Reads in index order. */
    read(window: Window) {
      const from = isAll(reach, filter)
        ? sql`${table} where ${ofTeam}`
        : sql`${table} ${links} where ${fits}`
      return select(sql`${id} as id from ${from} ${inOrder(key, id)}`, window)
    },
    /** Looks at the first WALK links in list order. */
    walk(window: Window) {
      const begin = sql`select *, ${key} as list_key from ${table} where ${ofTeam}
        ${inOrder(key, id)} limit ${WALK}`
      return select(
        sql`${id} as id from (${begin}) as ${table} ${links} where ${fits}
          ${inOrder(sql`list_key`, id)}`,
        window,
      )
    },
    /**
     * Gathers all matches, then sorts; `offset 0` keeps Postgres from using the index of the order.
     */
    gather(window: Window) {
      const fitting = sql`select ${id} as id, ${key} as list_key from ${table} ${links}
        where ${fits} offset 0`
      return select(
        sql`id from (${fitting}) as gathered ${inOrder(sql`list_key`, sql`id`)}`,
        window,
      )
    },
    /**
     * Gathers at most SMALL + 1 matches and counts them. Their query is materialized, so that it is planned as if all
     * were read, although the limit ends it early.
     */
    small(window: Omit<Window, 'backwards'>) {
      const page = select(
        sql`${id} as id from few join links on links.id = few.found ${clicks} ${inOrder(key, id)}`,
        window,
      )
      return sql<{ ids: number[]; total: number }>`
        with matching as materialized (
          select links.id as found from links where ${conditionsOf(reach, filter)}
        ), few as materialized (select found from matching limit ${SMALL + 1})
        select array(${page}) as ids, (select count(*) from few) as total`
    },
  }
}
