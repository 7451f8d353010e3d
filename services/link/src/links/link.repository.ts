import type { Postgres } from '@fingerpost/kit/postgres'
import { type CountedLinkRow, type LinkRow, type LinkSchema, UTM_FIELDS } from '../link.schema.ts'
import type { LinkDraft } from './link.rules.ts'

/** What a new row has besides its draft. */
export interface LinkPlace {
  orgId: number
  userId: number
  domain: string
  slug: string
  slugKey: string
  passwordHash: string | null
}

// One statement, one round trip: the link and the note that it has to be published.
const INSERT = `
with link as (
  insert into links (
    org_id, user_id, domain_id, domain, slug, slug_key, url, title, folder_id, tag_ids,
    redirect_code, password_hash, expires_at, expires_after, expire_url, ios, android,
    ${UTM_FIELDS.join(', ')}
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    ${UTM_FIELDS.map((_, i) => `$${i + 18}`).join(', ')})
  on conflict (domain_id, slug_key) do nothing
  returning *
), note as (
  insert into outbox (link_id, kind) select id, 'created' from link
)
select * from link`

const GET = `
select links.*, link_clicks.clicks, link_clicks.clicked_at
from links left join link_clicks on link_clicks.link_id = links.id
where links.org_id = $1 and links.id = any($2) and links.deleted_at is null`

export const linkRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** Undefined when the slug is taken on its domain. */
  async insert(place: LinkPlace, draft: LinkDraft): Promise<LinkRow | undefined> {
    const [row] = await prepared<LinkRow>('link-insert', INSERT, [
      place.orgId,
      place.userId,
      draft.domainId,
      place.domain,
      place.slug,
      place.slugKey,
      draft.url,
      draft.title,
      draft.folderId,
      draft.tagIds,
      draft.redirectCode,
      place.passwordHash,
      draft.expiresAt,
      draft.expiresAfter,
      draft.expireUrl,
      draft.ios,
      draft.android,
      ...draft.utm,
    ])
    return row
  },

  /** The team's links among these ids. */
  get: (orgId: number, ids: number[]): Promise<CountedLinkRow[]> =>
    prepared<CountedLinkRow>('links-get', GET, [orgId, ids]),
})
