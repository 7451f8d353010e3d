import type { Label } from '@fingerpost/protos/catalog/v1/reference'
import type { Link } from '@fingerpost/protos/link/v1/link'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { listsOf } from '@fingerpost/protos/redirect-rules'
import type { ChangeKind } from '@fingerpost/protos/words'
import { compileRules } from '../variants/compile.rules.ts'
import { shownValues } from './field.rules.ts'
import type { CountedLinkRow, LinkRow } from './row.schema.ts'

const DEFAULT_REDIRECT_CODE = 302

/** Folders and tags by id, as catalog describes them. */
export interface Labels {
  folders: ReadonlyMap<number, Label>
  tags: ReadonlyMap<number, Label>
}

export const NO_LABELS: Labels = { folders: new Map(), tags: new Map() }

/** A link as the API shows it to its team. Deleted labels are left out. */
export const toLink = (row: CountedLinkRow, shortUrl: string, labels: Labels): Link => ({
  ...shared(row),
  ...listsOf(row),
  id: row.id,
  user_id: row.user_id,
  domain: row.domain,
  short_url: shortUrl,
  folder: labels.folders.get(row.folder_id ?? 0),
  tags: row.tag_ids.flatMap((id) => labels.tags.get(id) ?? []),
  has_password: row.password_hash !== null,
  clicks: row.clicks ?? 0,
  clicked_at: row.clicked_at ?? undefined,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** A link as redirect needs it. */
export const toSlugRecord = (row: LinkRow, shortUrl: string): SlugRecord => ({
  ...shared(row),
  version: row.version,
  link_id: row.id,
  short_url: shortUrl,
  deleted: row.deleted_at !== null,
  free: false,
  expires_at_ms: row.expires_at?.getTime(),
  limit_version: row.expires_after && row.limit_version ? row.limit_version : undefined,
  password_hash: row.password_hash ?? undefined,
  rules: compileRules(row),
})

/** A link as analytics and webhooks need it. */
export const toLinkChange = (row: LinkRow, shortUrl: string, kind: ChangeKind): LinkChange => ({
  version: row.version,
  kind,
  link_id: row.id,
  org_id: row.org_id,
  user_id: row.user_id,
  domain_id: row.domain_id,
  domain: row.domain,
  slug: row.slug,
  short_url: shortUrl,
  url: row.url,
  title: row.title,
  folder_id: row.folder_id ?? 0,
  tag_ids: row.tag_ids,
  deleted: row.deleted_at !== null,
  created_at_ms: row.created_at.getTime(),
  updated_at_ms: row.updated_at.getTime(),
})

const shared = (row: LinkRow) => ({
  ...shownValues(row),
  org_id: row.org_id,
  domain_id: row.domain_id,
  slug: row.slug,
  redirect_code: row.redirect_code ?? DEFAULT_REDIRECT_CODE,
})
