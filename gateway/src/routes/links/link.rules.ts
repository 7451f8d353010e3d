import type {
  CreateLinkRequest,
  Link,
  LinkFilter,
  NewRule,
  UpdateLinkRequest,
} from '@fingerpost/protos/link/v1/link'
import type { Static } from 'typebox'
import { clearedFields } from '../../schema/update.rules.ts'
import { type Given, WRITE, type WriteField } from './field.schema.ts'
import type { CreateLink, ListLinksQuery, UpdateLink } from './link.schema.ts'

/** Converts a REST body to link's request; null means not set. */
export const toCreateRequest = (body: Static<typeof CreateLink>): CreateLinkRequest => ({
  ...valuesOf(body),
  url: body.url,
  domain_id: body.domain_id,
  slug_length: body.slug_length ?? undefined,
  tags: tagIds(body.tags),
  rules: body.rules ? { items: newRules(body.rules) } : undefined,
})

/** Converts an update to link's request: absent keeps the value, null clears it. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateLink>,
): UpdateLinkRequest => ({
  ...valuesOf(body),
  id,
  tags: body.tags ? { ids: tagIds(body.tags) } : undefined,
  rules: body.rules ? { items: newRules(body.rules) } : undefined,
  clear: clearedFields(body),
})

/** Rules as the link service takes them; one without a name has an empty one. */
export const newRules = (rules: readonly NewRule[]): NewRule[] =>
  rules.map((rule) => ({ ...rule, name: rule.name ?? '' }))

function valuesOf(body: Static<typeof UpdateLink>) {
  const values = Object.fromEntries(
    Object.keys(WRITE).map((name) => [name, body[name as WriteField] ?? undefined]),
  ) as Given
  return { ...values, expires_at: body.expires_at ? new Date(body.expires_at) : undefined }
}

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

/** The destination for a country; null if no geo rule matches. */
export const geoUrl = (link: Link, country: string | undefined): string | null =>
  link.geo.find((rule) => rule.country === country)?.url ?? null

const tagIds = (tags: Static<typeof CreateLink>['tags']): number[] =>
  (tags ?? []).map((tag) => (typeof tag === 'number' ? tag : tag.id))
