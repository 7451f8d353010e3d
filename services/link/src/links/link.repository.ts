import { createLoader } from '@fingerpost/kit/async/loader'
import type { Actor } from '@fingerpost/kit/audit/actor'
import { ACTOR_SETTING } from '@fingerpost/kit/audit/change-as'
import { genericArray, type Postgres, preparedIn } from '@fingerpost/kit/stores/postgres'
import { isUnreachable } from '@fingerpost/kit/stores/postgres-error'
import { forLists, type ListField } from '@fingerpost/protos/redirect-rules'
import { slugKey } from '@fingerpost/protos/slug-key'
import type { Kysely } from 'kysely'
import { orDomainChanged } from '../domains/domain-use.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { COLUMN_TYPES, type LinkColumns } from '../model/field.rules.ts'
import type { CountedLinkRow, LinkRow } from '../model/row.schema.ts'
import { COUNTED, LINK_COLUMNS, RESERVED_DAYS } from '../rows/read.repository.ts'

/** The fields of a new row that do not come from the draft. */
export interface LinkPlace {
  /** For the audit log. */
  actor: Actor
  orgId: number
  userId: number
  domainId: number
  domain: string
  passwordHash: string | null
  /** Identifies the request that creates the link. */
  idempotencyKey?: Uint8Array | undefined
  /** When an imported link was created in another service. */
  createdAt?: Date | undefined
}

/** The columns of an insert and their types. */
const GIVEN = {
  org_id: 'bigint',
  user_id: 'bigint',
  domain_id: 'bigint',
  domain: 'text',
  slug: 'text',
  slug_key: 'text',
  password_hash: 'text',
  idempotency_key: 'bytea',
  ...COLUMN_TYPES,
  ...forLists(() => 'jsonb'),
}
type NewRow = Record<keyof typeof GIVEN | 'created_at', unknown> & {
  domain_id: number
  slug_key: string
  actor: Actor
}

const columns = Object.keys(GIVEN).join(', ')
const typed = Object.entries({ ...GIVEN, created_at: 'timestamptz' }).map(
  ([name, type]) => `${name} ${type}`,
)

// One statement and one round trip for the links, their outbox rows and their audit entries.
const INSERT = `
with actor as materialized (
  select set_config('${ACTOR_SETTING}', $2, true)
), link as (
  insert into links (${columns}, created_at, system_updated_at)
  select ${columns}, coalesce(created_at, now()), case when created_at is not null then now() end
  from json_to_recordset($1::json) as given (${typed.join(', ')}), actor
  on conflict do nothing
  returning ${LINK_COLUMNS}
), note as (
  insert into outbox (org_id, link_id, kind) select org_id, id, 'created' from link
)
select * from link`

// Deleted links count too: the request was answered with this link.
const OF_REQUEST = `${COUNTED}
where links.org_id = $1 and links.idempotency_key = $2
  and links.created_at > now() - interval '24 hours'`

const FORGET_REQUEST = `
update links set idempotency_key = null
where org_id = $1 and idempotency_key = $2 and created_at <= now() - interval '24 hours'`

// A slug cannot contain ":", so the deleted link gets a unique key and releases the reserved one.
const FREE = `
update links set slug_key = links.slug_key || ':' || id
from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'text')}) as address (domain_id, slug_key)
where links.domain_id = address.domain_id and links.slug_key = address.slug_key
  and deleted_at < now() - interval '${RESERVED_DAYS} days'
returning links.domain_id, address.slug_key`

/** A new link and its candidate slugs, in order of preference. */
export interface NewLink {
  place: LinkPlace
  columns: LinkColumns & Partial<Pick<LinkRow, ListField>>
  slugs: Iterable<string>
  caseSensitive: boolean
}

/** The repository in a transaction. */
export const linkRepositoryIn = (tx: Kysely<LinkSchema>) =>
  linkRepository({ prepared: preparedIn(tx) })

export const linkRepository = ({ prepared }: Pick<Postgres<LinkSchema>, 'prepared'>) => {
  const insertRows = (rows: readonly NewRow[]): Promise<LinkRow[]> =>
    orDomainChanged(
      prepared<LinkRow>('links-insert', INSERT, [
        JSON.stringify(rows.map(({ actor: _actor, ...row }) => row)),
        JSON.stringify({ of: Object.fromEntries(rows.map((row) => [addressOf(row), row.actor])) }),
      ]),
    )

  /** Inserts rows in one statement; undefined for a row whose address is taken. */
  async function insertDistinct(rows: readonly NewRow[]): Promise<(LinkRow | undefined)[]> {
    if (rows.length === 0) return []
    const first = new Map(rows.toReversed().map((row) => [addressOf(row), row]))
    // A fixed order keeps concurrent statements from deadlocking.
    const distinct = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    const made = new Map((await insertRows(distinct)).map((row) => [addressOf(row), row]))
    return rows.map((row) =>
      first.get(addressOf(row)) === row ? made.get(addressOf(row)) : undefined,
    )
  }

  /**
   * Batches the inserts of one event loop turn into one statement; undefined if the slug is taken.
   */
  const insertTogether = createLoader<NewRow, LinkRow | undefined>(insertDistinct, { max: 100 })

  /** Releases addresses whose reservation has ended. Returns the released ones. */
  async function free(rows: readonly NewRow[]): Promise<ReadonlySet<string>> {
    if (rows.length === 0) return new Set()
    const freed = await prepared<NewRow>('slugs-free', FREE, [
      rows.map(({ domain_id }) => domain_id),
      rows.map(({ slug_key }) => slug_key),
    ])
    return new Set(freed.map(addressOf))
  }

  /** Like `insertTogether`, but a row that fails does not fail the rest of its batch. */
  async function insertRow(row: NewRow): Promise<LinkRow | undefined> {
    try {
      return await insertTogether(row)
    } catch (error) {
      if (isUnreachable(error)) throw error
      return (await insertRows([row]))[0]
    }
  }

  /** Returns undefined if the slug is taken on its domain or still reserved for a deleted link. */
  async function insert(
    place: LinkPlace & { slug: string; slugKey: string },
    columns: NewLink['columns'],
  ): Promise<LinkRow | undefined> {
    const given = givenOf(place, columns)
    const row = await insertRow(given)
    if (row) return row
    return (await free([given])).size === 0 ? undefined : insertRow(given)
  }

  /** The link that an identical request created in the last 24 hours. An older key is released. */
  async function ofRequest(
    orgId: number,
    idempotencyKey: Uint8Array | undefined,
  ): Promise<CountedLinkRow | undefined> {
    if (!idempotencyKey) return undefined
    const values = [orgId, idempotencyKey]
    const [row] = await prepared<CountedLinkRow>('link-of-request', OF_REQUEST, values)
    if (!row) await prepared('link-forget-request', FORGET_REQUEST, values)
    return row
  }

  return {
    ofRequest,

    /**
     * Inserts under the first free slug. Returns undefined if none is free, or if an identical
     * request has created its link concurrently.
     */
    async insert(
      place: LinkPlace,
      columns: NewLink['columns'],
      slugs: Iterable<string>,
      caseSensitive: boolean,
    ): Promise<LinkRow | undefined> {
      for (const slug of slugs) {
        const key = slugKey(slug, caseSensitive)
        const row = await insert({ ...place, slug, slugKey: key }, columns)
        if (row) return row
        if (await ofRequest(place.orgId, place.idempotencyKey)) return undefined
      }
      return undefined
    },

    /**
     * Inserts many links in few statements, each under its first free slug; undefined for links
     * without one. If two links want the same slug, the first gets it.
     */
    async insertAll(links: readonly NewLink[]): Promise<(LinkRow | undefined)[]> {
      const made: (LinkRow | undefined)[] = links.map(() => undefined)
      let open = links.map((link, at) => ({ ...link, at, slugs: link.slugs[Symbol.iterator]() }))
      while (open.length > 0) {
        const tried = open.flatMap((link) => {
          const { value: slug, done } = link.slugs.next()
          if (done) return []
          const place = { ...link.place, slug, slugKey: slugKey(slug, link.caseSensitive) }
          return [{ ...link, row: givenOf(place, link.columns) }]
        })
        const insertThese = async (some: typeof tried): Promise<typeof tried> => {
          const rows = await insertDistinct(some.map(({ row }) => row))
          for (const [i, { at }] of some.entries()) made[at] = rows[i]
          return some.filter((_, i) => rows[i] === undefined)
        }
        const missed = await insertThese(tried)
        const freed = await free(missed.map(({ row }) => row))
        await insertThese(missed.filter(({ row }) => freed.has(addressOf(row))))
        open = missed.filter(({ at }) => made[at] === undefined)
      }
      return made
    },
  }
}

const givenOf = (
  { idempotencyKey: key, createdAt, ...place }: LinkPlace & { slug: string; slugKey: string },
  columns: NewLink['columns'],
): NewRow => ({
  ...forLists(() => []),
  ...columns,
  actor: place.actor,
  org_id: place.orgId,
  user_id: place.userId,
  domain_id: place.domainId,
  domain: place.domain,
  slug: place.slug,
  slug_key: place.slugKey,
  password_hash: place.passwordHash,
  idempotency_key: key ? `\\x${Buffer.from(key).toString('hex')}` : null,
  created_at: createdAt ?? null,
})

const addressOf = (row: { domain_id: number; slug_key: string }) =>
  `${row.domain_id} ${row.slug_key}`
