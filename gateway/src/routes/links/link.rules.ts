import type {
  CreateLinkRequest,
  LinkFilter,
  Link as LinkMessage,
  UpdateLinkRequest,
} from '@fingerpost/protos/link/v1/link'
import type { Static } from 'typebox'
import { clearedFields } from '../../schema/update.rules.ts'
import type { CreateLink, Link, ListLinksQuery, UpdateLink } from './link.schema.ts'

/** A request of the REST interface as link takes it; null means not set. */
export const toCreateRequest = (body: Static<typeof CreateLink>): CreateLinkRequest => ({
  url: body.url,
  domainId: body.domain_id,
  slug: body.slug ?? undefined,
  slugLength: body.slug_length ?? undefined,
  title: body.title ?? undefined,
  folderId: body.folder_id ?? undefined,
  tags: tagIds(body.tags),
  utmSource: body.utm_source ?? undefined,
  utmMedium: body.utm_medium ?? undefined,
  utmCampaign: body.utm_campaign ?? undefined,
  utmTerm: body.utm_term ?? undefined,
  utmContent: body.utm_content ?? undefined,
  utmReference: body.utm_reference ?? undefined,
  redirectCode: body.redirect_code ?? undefined,
  password: body.password ?? undefined,
  removePassword: body.remove_password ?? undefined,
  expiresAt: body.expires_at ? new Date(body.expires_at) : undefined,
  expiresAfter: body.expires_after ?? undefined,
  expireUrl: body.expire_url ?? undefined,
  ios: body.ios ?? undefined,
  android: body.android ?? undefined,
})

/** A change as link takes it: absent is kept, null is cleared. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateLink>,
): UpdateLinkRequest => ({
  id,
  url: body.url,
  domainId: body.domain_id,
  slug: body.slug ?? undefined,
  title: body.title ?? undefined,
  folderId: body.folder_id ?? undefined,
  tags: body.tags ? { ids: tagIds(body.tags) } : undefined,
  utmSource: body.utm_source ?? undefined,
  utmMedium: body.utm_medium ?? undefined,
  utmCampaign: body.utm_campaign ?? undefined,
  utmTerm: body.utm_term ?? undefined,
  utmContent: body.utm_content ?? undefined,
  utmReference: body.utm_reference ?? undefined,
  redirectCode: body.redirect_code ?? undefined,
  password: body.password ?? undefined,
  removePassword: body.remove_password ?? undefined,
  expiresAt: body.expires_at ? new Date(body.expires_at) : undefined,
  expiresAfter: body.expires_after ?? undefined,
  expireUrl: body.expire_url ?? undefined,
  ios: body.ios ?? undefined,
  android: body.android ?? undefined,
  clear: clearedFields(body),
})

/** The filters of a query string as link takes them. */
export const toLinkFilter = (query: Static<typeof ListLinksQuery>): LinkFilter => ({
  search: query.search,
  domainId: query.domain_id,
  folderId: query.folder_id,
  tagIds: query.tag_id ?? [],
  status: query.status,
  hasPassword: query.has_password,
  createdFrom: query.created_from ? new Date(query.created_from) : undefined,
  createdTo: query.created_to ? new Date(query.created_to) : undefined,
})

export type LinkBody = Static<typeof Link>

/** A link as the interface shows it. */
export const toLinkBody = (link: LinkMessage): LinkBody => ({
  id: String(link.id),
  organization_id: String(link.orgId),
  org_id: String(link.orgId),
  user_id: String(link.userId),
  url: link.url,
  domain_id: link.domainId,
  domain: link.domain,
  slug: link.slug,
  short_url: link.shortUrl,
  title: link.title,
  folder_id: link.folder?.id ?? null,
  folder: link.folder ? toLabel(link.folder) : null,
  tags: link.tags.map(toLabel),
  utm_source: link.utmSource ?? null,
  utm_medium: link.utmMedium ?? null,
  utm_campaign: link.utmCampaign ?? null,
  utm_term: link.utmTerm ?? null,
  utm_content: link.utmContent ?? null,
  utm_reference: link.utmReference ?? null,
  redirect_code: link.redirectCode,
  expires_at: link.expiresAt?.toISOString() ?? null,
  expires_after: link.expiresAfter,
  expire_url: link.expireUrl ?? null,
  ios: link.ios ?? null,
  android: link.android ?? null,
  ab: link.ab,
  geo: link.geo,
  has_password: link.hasPassword,
  clicks: link.clicks,
  clicked_at: link.clickedAt?.toISOString() ?? null,
  created_at: (link.createdAt ?? new Date(0)).toISOString(),
  updated_at: (link.updatedAt ?? new Date(0)).toISOString(),
})

/** The destination for a country, null when no rule names it. */
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
