import type { Label } from '../gen/catalog/v1/reference.ts'
import type { Link } from '../gen/link/v1/link.ts'
import { forDestinations, listsOf } from './redirect-rules.ts'

/** The type of a value in JSON. */
type Shown<Value> = undefined extends Value
  ? Shown<Exclude<Value, undefined>> | null
  : Value extends Date
    ? string
    : Value
type LabelBody = Required<{ [Name in keyof Label]: Shown<Label[Name]> }>
type Differing = 'id' | 'org_id' | 'user_id' | 'folder' | 'tags' | 'created_at' | 'updated_at'

/** A link in JSON. A field that the message gets and `toLinkBody` lacks is a type error. */
export type LinkBody = Required<{
  [Name in keyof Omit<Link, Differing>]: Shown<Link[Name]>
}> & {
  id: string
  organization_id: string
  org_id: string
  user_id: string
  folder_id: number | null
  folder: LabelBody | null
  tags: LabelBody[]
  created_at: string
  updated_at: string
}

/** A link as the REST API and webhooks show it. */
export const toLinkBody = (link: Link): LinkBody => ({
  id: String(link.id),
  organization_id: String(link.org_id),
  org_id: String(link.org_id),
  user_id: String(link.user_id),
  url: link.url,
  domain_id: link.domain_id,
  domain: link.domain,
  slug: link.slug,
  short_url: link.short_url,
  title: link.title,
  folder_id: link.folder?.id ?? null,
  folder: link.folder ? toLabelBody(link.folder) : null,
  tags: link.tags.map(toLabelBody),
  utm_source: link.utm_source ?? null,
  utm_medium: link.utm_medium ?? null,
  utm_campaign: link.utm_campaign ?? null,
  utm_term: link.utm_term ?? null,
  utm_content: link.utm_content ?? null,
  utm_reference: link.utm_reference ?? null,
  redirect_code: link.redirect_code,
  expires_at: link.expires_at?.toISOString() ?? null,
  expires_after: link.expires_after,
  expire_url: link.expire_url ?? null,
  ...forDestinations((field) => link[field] ?? null),
  ...listsOf(link),
  has_password: link.has_password,
  clicks: link.clicks,
  clicked_at: link.clicked_at?.toISOString() ?? null,
  created_at: (link.created_at ?? new Date(0)).toISOString(),
  updated_at: (link.updated_at ?? new Date(0)).toISOString(),
})

/** A folder or tag in JSON. */
export const toLabelBody = ({ id, name, color }: Label): LabelBody => ({
  id,
  name,
  color: color ?? null,
})
