import type { Label } from '@fingerpost/protos/catalog/v1/reference'
import type { Link } from '@fingerpost/protos/link/v1/link'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { CountedLinkRow, LinkRow } from '../link.schema.ts'

export const DEFAULT_REDIRECT_CODE = 302

/** Folders and tags by id, as the catalog described them. */
export interface Labels {
  folders: ReadonlyMap<number, Label>
  tags: ReadonlyMap<number, Label>
}

/** A link as its team sees it. Labels that are gone are left out. */
export const toLink = (row: CountedLinkRow, shortUrl: string, labels: Labels): Link => ({
  ...shared(row),
  id: row.id,
  userId: row.user_id,
  domain: row.domain,
  shortUrl,
  folder: labels.folders.get(row.folder_id ?? 0),
  tags: row.tag_ids.flatMap((id) => labels.tags.get(id) ?? []),
  expiresAt: row.expires_at ?? undefined,
  hasPassword: row.password_hash !== null,
  clicks: row.clicks ?? 0,
  clickedAt: row.clicked_at ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A link as redirect needs it. */
export const toSlugRecord = (row: LinkRow, shortUrl: string): SlugRecord => ({
  ...shared(row),
  version: row.version,
  linkId: row.id,
  shortUrl,
  deleted: row.deleted_at !== null,
  free: false,
  expiresAtMs: row.expires_at?.getTime(),
  limitVersion: row.expires_after && row.limit_version ? row.limit_version : undefined,
  passwordHash: row.password_hash ?? undefined,
})

/** A link as analytics and webhooks need it. */
export const toLinkChange = (
  row: LinkRow,
  shortUrl: string,
  kind: LinkChange['kind'],
): LinkChange => ({
  version: row.version,
  kind,
  linkId: row.id,
  orgId: row.org_id,
  domainId: row.domain_id,
  domain: row.domain,
  slug: row.slug,
  shortUrl,
  url: row.url,
  title: row.title,
  folderId: row.folder_id ?? 0,
  tagIds: row.tag_ids,
  deleted: row.deleted_at !== null,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
})

const shared = (row: LinkRow) => ({
  orgId: row.org_id,
  domainId: row.domain_id,
  slug: row.slug,
  url: row.url,
  title: row.title,
  redirectCode: row.redirect_code ?? DEFAULT_REDIRECT_CODE,
  expiresAfter: row.expires_after,
  expireUrl: row.expire_url ?? undefined,
  ios: row.ios ?? undefined,
  android: row.android ?? undefined,
  ab: row.ab,
  geo: row.geo,
  utmSource: row.utm_source ?? undefined,
  utmMedium: row.utm_medium ?? undefined,
  utmCampaign: row.utm_campaign ?? undefined,
  utmTerm: row.utm_term ?? undefined,
  utmContent: row.utm_content ?? undefined,
  utmReference: row.utm_reference ?? undefined,
})
