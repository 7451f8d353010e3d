import type {
  CreateLinkRequest,
  LinkFilter,
  Link as LinkMessage,
  UpdateLinkRequest,
} from '@fingerpost/protos/link/v1/link'
import type { Static } from 'typebox'
import { clearedFields } from '../../schema/update.rules.ts'
import type { CreateLink, Link, ListLinksQuery, UpdateLink } from './link.schema.ts'

/** Converts a REST body to link's request; null means not set. */
export const toCreateRequest = (body: Static<typeof CreateLink>): CreateLinkRequest => ({
  url: body.url,
  domain_id: body.domain_id,
  slug: body.slug ?? undefined,
  slug_length: body.slug_length ?? undefined,
  title: body.title ?? undefined,
  folder_id: body.folder_id ?? undefined,
  tags: tagIds(body.tags),
  utm_source: body.utm_source ?? undefined,
  utm_medium: body.utm_medium ?? undefined,
  utm_campaign: body.utm_campaign ?? undefined,
  utm_term: body.utm_term ?? undefined,
  utm_content: body.utm_content ?? undefined,
  utm_reference: body.utm_reference ?? undefined,
  redirect_code: body.redirect_code ?? undefined,
  password: body.password ?? undefined,
  remove_password: body.remove_password ?? undefined,
  expires_at: body.expires_at ? new Date(body.expires_at) : undefined,
  expires_after: body.expires_after ?? undefined,
  expire_url: body.expire_url ?? undefined,
  ios: body.ios ?? undefined,
  android: body.android ?? undefined,
})

/** Converts an update to link's request: absent keeps the value, null clears it. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateLink>,
): UpdateLinkRequest => ({
  id,
  url: body.url,
  domain_id: body.domain_id,
  slug: body.slug ?? undefined,
  title: body.title ?? undefined,
  folder_id: body.folder_id ?? undefined,
  tags: body.tags ? { ids: tagIds(body.tags) } : undefined,
  utm_source: body.utm_source ?? undefined,
  utm_medium: body.utm_medium ?? undefined,
  utm_campaign: body.utm_campaign ?? undefined,
  utm_term: body.utm_term ?? undefined,
  utm_content: body.utm_content ?? undefined,
  utm_reference: body.utm_reference ?? undefined,
  redirect_code: body.redirect_code ?? undefined,
  password: body.password ?? undefined,
  remove_password: body.remove_password ?? undefined,
  expires_at: body.expires_at ? new Date(body.expires_at) : undefined,
  expires_after: body.expires_after ?? undefined,
  expire_url: body.expire_url ?? undefined,
  ios: body.ios ?? undefined,
  android: body.android ?? undefined,
  clear: clearedFields(body),
})

/** Converts the filters of a query string to those of the link service. */
export const toLinkFilter = (query: Static<typeof ListLinksQuery>): LinkFilter => ({
  search: query.search,
  domain_id: query.domain_id,
  folder_id: query.folder_id,
  tag_ids: query.tag_id ?? [],
  status: query.status,
  has_password: query.has_password,
  created_from: query.created_from ? new Date(query.created_from) : undefined,
  created_to: query.created_to ? new Date(query.created_to) : undefined,
})

export type LinkBody = Static<typeof Link>

/** A link as the API returns it. */
export const toLinkBody = (link: LinkMessage): LinkBody => ({
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
  folder: link.folder ? toLabel(link.folder) : null,
  tags: link.tags.map(toLabel),
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
  ios: link.ios ?? null,
  android: link.android ?? null,
  ab: link.ab,
  geo: link.geo,
  has_password: link.has_password,
  clicks: link.clicks,
  clicked_at: link.clicked_at?.toISOString() ?? null,
  created_at: (link.created_at ?? new Date(0)).toISOString(),
  updated_at: (link.updated_at ?? new Date(0)).toISOString(),
})

/** The destination for a country; null if no geo rule matches. */
export const geoUrl = (link: LinkMessage, country: string | undefined): string | null =>
  link.geo.find((rule) => rule.country === country)?.url ?? null

const tagIds = (tags: Static<typeof CreateLink>['tags']): number[] =>
  (tags ?? []).map((tag) => (typeof tag === 'number' ? tag : tag.id))

const toLabel = ({
  id,
  name,
  color,
}: {
  id: number
  name: string
  color?: string | undefined
}) => ({
  id,
  name,
  color: color ?? null,
})
