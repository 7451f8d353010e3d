import type { Postgres } from '@fingerpost/kit/postgres'
import {
  type CountedLinkRow,
  LINK_COLUMNS,
  type LinkRow,
  type LinkSchema,
  UTM_FIELDS,
} from '../link.schema.ts'
import { slugKey } from '../slugs/slug.rules.ts'
import type { LinkColumns } from './link.rules.ts'

/** What a new row has besides what its team decided. */
export interface LinkPlace {
  orgId: number
  userId: number
  domainId: number
  domain: string
  passwordHash: string | null
  /** Names the request that makes it. */
  idempotencyKey?: Uint8Array | undefined
}

const COLUMNS = [
  'url',
  'title',
  'folder_id',
  'tag_ids',
  'redirect_code',
  'expires_at',
  'expires_after',
  'expire_url',
  'ios',
  'android',
  ...UTM_FIELDS,
] as const satisfies (keyof LinkColumns)[]

// One statement, one round trip: the link and the note that it has to be published.
const INSERT = `
with link as (
  insert into links (org_id, user_id, domain_id, domain, slug, slug_key, password_hash,
    idempotency_key, ${COLUMNS.join(', ')})
  values ($1, $2, $3, $4, $5, $6, $7, $8, ${COLUMNS.map((_, i) => `$${i + 9}`).join(', ')})
  on conflict do nothing
  returning ${LINK_COLUMNS}
), note as (
  insert into outbox (link_id, kind) select id, 'created' from link
)
select * from link`

const COUNTED = `
select ${LINK_COLUMNS}, link_clicks.clicks, link_clicks.clicked_at
from links left join link_clicks on link_clicks.link_id = links.id`

const GET = `${COUNTED}
where links.org_id = $1 and links.id = any($2) and links.deleted_at is null`

const FIND = `${COUNTED}
where links.org_id = $1 and links.domain_id = $2 and links.slug_key = $3
  and links.deleted_at is null`

// Deleted or not: the request was answered with this link.
const OF_REQUEST = `${COUNTED}
where links.org_id = $1 and links.idempotency_key = $2
  and links.created_at > now() - interval '24 hours'`

const FORGET_REQUEST = `
update links set idempotency_key = null
where org_id = $1 and idempotency_key = $2 and created_at <= now() - interval '24 hours'`

// ":" cannot be in a slug: the link keeps a key of its own and gives up the one it had reserved.
const FREE = `
update links set slug_key = slug_key || ':' || id
where domain_id = $1 and slug_key = $2 and deleted_at < now() - interval '30 days'
returning id`

export const linkRepository = ({ prepared }: Pick<Postgres<LinkSchema>, 'prepared'>) => {
  /** Undefined when the slug is taken on its domain, or still reserved for a link that was deleted. */
  async function insert(
    place: LinkPlace & { slug: string; slugKey: string },
    columns: LinkColumns,
  ): Promise<LinkRow | undefined> {
    const values = [
      place.orgId,
      place.userId,
      place.domainId,
      place.domain,
      place.slug,
      place.slugKey,
      place.passwordHash,
      place.idempotencyKey ?? null,
      ...COLUMNS.map((name) => columns[name]),
    ]
    const [row] = await prepared<LinkRow>('link-insert', INSERT, values)
    if (row) return row
    const freed = await prepared('slug-free', FREE, [place.domainId, place.slugKey])
    if (freed.length === 0) return undefined
    const [late] = await prepared<LinkRow>('link-insert', INSERT, values)
    return late
  }

  /** The link that this very request made within 24 hours; after that the request is a new one. */
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
     * Inserts under the first of these slugs that is free; undefined when none is, or when the same
     * request has made its link meanwhile.
     */
    async insert(
      place: LinkPlace,
      columns: LinkColumns,
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

    /** The team's links among these ids. */
    get: (orgId: number, ids: number[]): Promise<CountedLinkRow[]> =>
      prepared<CountedLinkRow>('links-get', GET, [orgId, ids]),

    /** The team's link at an address. */
    async find(
      orgId: number,
      domainId: number,
      slugKey: string,
    ): Promise<CountedLinkRow | undefined> {
      const [row] = await prepared<CountedLinkRow>('link-find', FIND, [orgId, domainId, slugKey])
      return row
    },

    /** Whether a slug is taken on a domain, by a link or by the reserve of a deleted one. */
    async isTaken(domainId: number, slugKey: string): Promise<boolean> {
      const text = `select 1 from links where domain_id = $1 and slug_key = $2
      and (deleted_at is null or deleted_at > now() - interval '30 days')`
      return (await prepared('slug-taken', text, [domainId, slugKey])).length > 0
    },
  }
}
