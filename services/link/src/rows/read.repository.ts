import type { Reach } from '@fingerpost/kit/grpc/context'
import { genericArray, type Postgres, preparedIn } from '@fingerpost/kit/stores/postgres'
import { LIST_FIELDS } from '@fingerpost/protos/redirect-rules'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { COLUMN_TYPES } from '../model/field.rules.ts'
import type { CountedLinkRow, LinkRow } from '../model/row.schema.ts'

const FIELDS = Object.keys(COLUMN_TYPES)
/** Columns qualified with the table name. */
const qualified = (names: readonly string[]) => names.map((name) => `links.${name}`).join(', ')

/**
 * All columns of a link, qualified with the table name. By name: a prepared statement with `*`
 * fails on open connections as soon as a migration adds a column.
 */
export const LINK_COLUMNS = qualified([
  'id',
  'org_id',
  'user_id',
  'domain_id',
  'domain',
  'slug',
  'slug_key',
  'password_hash',
  'limit_version',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  ...FIELDS,
  ...LIST_FIELDS,
])

/** Reads links with their click totals. */
export const COUNTED = `
select ${LINK_COLUMNS}, link_clicks.clicks, link_clicks.clicked_at
from links left join link_clicks on link_clicks.link_id = links.id`

/**
 * Maximum size of the links in one response. The last link may exceed it by its own size, about 120
 * kB at most; labels add to it. Must stay well below the gRPC message limit.
 */
export const ANSWER_BYTES = 8_000_000

/** The approximate size of a link, in SQL. */
export const LINK_BYTES = `octet_length(concat(${qualified([...FIELDS, ...LIST_FIELDS])}))`

/** Whether no one has changed a link since it was created; the service itself may have. */
export const UNCHANGED = 'links.updated_at = coalesce(links.system_updated_at, links.created_at)'

/** How long the slug of a deleted link stays reserved. */
export const RESERVED_DAYS = 30

/** Whether a link takes its slug: it is not deleted, or the slug is still reserved. */
export const OCCUPIED = `(deleted_at is null or deleted_at > now() - interval '${RESERVED_DAYS} days')`

/** Whether a link is in the trash: deleted, not permanently, and its slug is still reserved. */
export const TRASHED = `links.deleted_at > now() - interval '${RESERVED_DAYS} days' and links.purged_at is null`

// Sizes are summed before rows are sent, so that links that do not fit never leave Postgres. With its limit, each
// id is looked up on its own, by the index: a join may be planned as a scan while there are few links, and such a
// plan is kept until the next analyze.
const get = (which: string) => `
select ${LINK_COLUMNS}, clicks, clicked_at, found
from (
  select ${LINK_COLUMNS}, links.clicks, links.clicked_at, place, count(*) over () as found,
    sum(${LINK_BYTES}) over (
      order by place rows between unbounded preceding and 1 preceding) as bytes_before
  from unnest(${genericArray('$2', 'bigint')}) with ordinality as wanted (id, place)
    cross join lateral (
      ${COUNTED}
      where links.id = wanted.id
        and links.org_id = $1 and ($4::bigint is null or links.user_id = $4) and ${which}
      limit 1
    ) as links
) as links
where coalesce(bytes_before, 0) < $3
order by place`
const GET = get('links.deleted_at is null')
const GET_DELETED = get(TRASHED)

const FIND = `${COUNTED}
where links.org_id = $1 and links.domain_id = $2 and links.slug_key = $3
  and ($4::bigint is null or links.user_id = $4) and links.deleted_at is null`

/** The first of these links that fit into `maxBytes`, at least one; links that do not exist have no size. */
export async function fittingIds(
  db: Kysely<LinkSchema>,
  ids: readonly number[],
  maxBytes: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select wanted.id, place, sum(${sql.raw(LINK_BYTES)}) over (
        order by place rows between unbounded preceding and 1 preceding) as bytes_before
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
      left join links on links.id = wanted.id
    ) as sized
    where coalesce(bytes_before, 0) < ${maxBytes} order by place`.execute(db)
  return rows.map(({ id }) => id)
}

/** Links that are read without asking for their sizes: 1 MB at most. */
const SMALL = 8

/** These links in any state, in pieces of about `maxBytes`. */
export async function* inPieces(
  db: Kysely<LinkSchema>,
  ids: readonly number[],
  maxBytes: number,
): AsyncGenerator<LinkRow[]> {
  for (let open = ids; open.length > 0; ) {
    const some = open.length > SMALL ? await fittingIds(db, open, maxBytes) : open
    yield await byIds(db, some)
    open = open.slice(some.length)
  }
}

/** These links in any state. */
export const byIds = (db: Kysely<LinkSchema>, ids: readonly number[]): Promise<LinkRow[]> =>
  db.selectFrom('links').selectAll().where(sql<SqlBool>`id = any(${ids}::bigint[])`).execute()

/** The repository in a transaction. */
export const readRepositoryIn = (tx: Kysely<LinkSchema>) =>
  readRepository({ prepared: preparedIn(tx) })

/** Reads links by id and by address. */
export const readRepository = ({ prepared }: Pick<Postgres<LinkSchema>, 'prepared'>) => ({
  /**
   * The links within reach with these ids, in this order: as many as fit into one response, at
   * least one, and the number of those left.
   */
  get: fitting('links-fit', GET, prepared),

  /** The same for links in the trash. */
  getDeleted: fitting('links-deleted-fit', GET_DELETED, prepared),

  /** The link within reach at an address. */
  async find(
    { orgId, ownerId }: Reach,
    domainId: number,
    slugKey: string,
  ): Promise<CountedLinkRow | undefined> {
    const values = [orgId, domainId, slugKey, ownerId ?? null]
    const [row] = await prepared<CountedLinkRow>('link-find', FIND, values)
    return row
  },

  /** Whether a slug is taken on a domain, by a link or by the reservation of a deleted link. */
  async isTaken(domainId: number, slugKey: string): Promise<boolean> {
    const text = `select 1 from links where domain_id = $1 and slug_key = $2 and ${OCCUPIED}`
    return (await prepared('slug-taken', text, [domainId, slugKey])).length > 0
  },

  /** The slugs of the links at those addresses that are taken, by `addressOf`. */
  async taken(addresses: readonly Address[]): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map()
    const text = `select requested.domain_id as "domainId", requested.slug_key as key, taken.slug
    from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'text')}) as requested (domain_id, slug_key)
      cross join lateral (
        select links.slug from links
        where links.domain_id = requested.domain_id and links.slug_key = requested.slug_key and ${OCCUPIED}
        limit 1
      ) as taken`
    const rows = await prepared<Address & { slug: string }>('slugs-taken', text, [
      addresses.map(({ domainId }) => domainId),
      addresses.map(({ key }) => key),
    ])
    return new Map(rows.map((row) => [addressOf(row), row.slug]))
  },
})

interface Address {
  domainId: number
  key: string
}

/** A slug key cannot contain a space. */
export const addressOf = ({ domainId, key }: Address) => `${domainId} ${key}`

/** Reads links with a query of `get`. */
const fitting =
  (name: string, text: string, prepared: Postgres<LinkSchema>['prepared']) =>
  async (
    { orgId, ownerId }: Reach,
    ids: readonly number[],
  ): Promise<{ rows: CountedLinkRow[]; left: number }> => {
    if (ids.length === 0) return { rows: [], left: 0 }
    const values = [orgId, [...new Set(ids)], ANSWER_BYTES, ownerId ?? null]
    const rows = await prepared<CountedLinkRow & { found: number }>(name, text, values)
    return { rows, left: (rows[0]?.found ?? 0) - rows.length }
  }
