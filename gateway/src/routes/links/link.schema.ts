import { type TSchema, Type } from 'typebox'
import {
  DateTime,
  Envelope,
  Id,
  Nullable,
  OptionalInteger,
  OptionalText,
  OptionalUrl,
  PageQuery,
  PathId,
  SortQuery,
} from '../../schema/shared.schema.ts'

const labelOf = (title: string) =>
  Type.Object(
    { id: Type.Integer(), name: Type.String(), color: Nullable(Type.String()) },
    { title },
  )

export const Link = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    org_id: Type.String(),
    user_id: Type.String(),
    url: Type.String(),
    domain_id: Type.Integer(),
    domain: Type.String(),
    slug: Type.String(),
    short_url: Type.String(),
    title: Type.String(),
    folder_id: Nullable(Type.Integer()),
    folder: Nullable(labelOf('LinkFolder')),
    tags: Nullable(Type.Array(labelOf('LinkTag'))),
    utm_source: Nullable(Type.String()),
    utm_medium: Nullable(Type.String()),
    utm_campaign: Nullable(Type.String()),
    utm_term: Nullable(Type.String()),
    utm_content: Nullable(Type.String()),
    utm_reference: Nullable(Type.String()),
    redirect_code: Type.Unsafe<number>({ type: 'integer', enum: [301, 302] }),
    expires_at: Nullable(DateTime),
    expires_after: Type.Integer(),
    expire_url: Nullable(Type.String()),
    ios: Nullable(Type.String()),
    android: Nullable(Type.String()),
    ab: Type.Array(Type.Object({ id: Type.Integer(), url: Type.String(), percent: Type.Number() })),
    geo: Type.Array(
      Type.Object({ id: Type.Integer(), url: Type.String(), country: Type.String() }),
    ),
    geo_url: Type.Optional(Nullable(Type.String())),
    has_password: Type.Boolean(),
    clicks: Type.Integer(),
    clicked_at: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Link' },
)

/** Read-only fields of a Link: accepted and ignored, so that a response can be sent back. */
const READ_ONLY = [
  'id',
  'organization_id',
  'org_id',
  'user_id',
  'domain',
  'short_url',
  'folder',
  'ab',
  'geo',
  'geo_url',
  'has_password',
  'clicks',
  'clicked_at',
  'created_at',
  'updated_at',
] as const
const ignored = Object.fromEntries(
  READ_ONLY.map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))]),
)

const Destination = Type.Unsafe<string>({ type: 'string', 'x-url': 'http' })

/** An id, or the whole label in the form that responses contain. */
const TagReference = Type.Unsafe<number | { id: number }>({
  type: ['integer', 'object'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  properties: { id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  required: ['id'],
})

const settable = {
  slug: OptionalText(1_024),
  title: OptionalText(512),
  folder_id: OptionalInteger(1),
  tags: Type.Optional(
    Type.Unsafe<(number | { id: number })[] | null>({
      type: ['array', 'null'],
      items: TagReference,
      maxItems: 1_000,
    }),
  ),
  utm_source: OptionalText(512),
  utm_medium: OptionalText(512),
  utm_campaign: OptionalText(512),
  utm_term: OptionalText(512),
  utm_content: OptionalText(512),
  utm_reference: OptionalText(512),
  redirect_code: Type.Optional(Type.Unsafe<number | null>({ enum: [301, 302, null] })),
  password: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: 256 }),
  ),
  remove_password: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
  expires_at: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  ),
  expires_after: OptionalInteger(0),
  expire_url: OptionalUrl(),
  ios: OptionalUrl('app'),
  android: OptionalUrl('app'),
}

export const CreateLink = Type.Object(
  {
    ...ignored,
    ...settable,
    url: Destination,
    domain_id: Id,
    slug_length: OptionalInteger(3, 64),
  },
  { additionalProperties: false },
)

export const UpdateLink = Type.Object(
  {
    ...ignored,
    ...settable,
    url: Type.Optional(Destination),
    domain_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)

export const MobileLinks = Type.Object(
  { ios: OptionalUrl('app'), android: OptionalUrl('app') },
  { additionalProperties: false },
)

const items = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item, { maxItems: 1_000 }) }, { additionalProperties: false })

export const AbLinks = items(
  Type.Object(
    { id: Type.Optional(Id), url: Destination, percent: Type.Number() },
    { additionalProperties: false },
  ),
)

export const GeoLinks = items(
  Type.Object(
    { id: Type.Optional(Id), url: Destination, country: Type.String({ maxLength: 16 }) },
    { additionalProperties: false },
  ),
)

export const LinkList = Envelope(Link)

export const LINK_SORTS = [
  'created_at',
  'updated_at',
  'clicked_at',
  'clicks',
  'title',
  'slug',
] as const

/** Filters of links, shared by lists and exports. */
export const LinkFilters = {
  search: Type.Optional(Type.String({ maxLength: 1_024 })),
  domain_id: Type.Optional(Id),
  folder_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  tag_id: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  status: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['active', 'expired'] })),
  has_password: Type.Optional(Type.Boolean()),
  created_from: Type.Optional(DateTime),
  created_to: Type.Optional(DateTime),
}

export const ListLinksQuery = Type.Object(
  { ...LinkFilters, ...PageQuery, ...SortQuery(LINK_SORTS) },
  { additionalProperties: false },
)

export const FindLinkQuery = Type.Object(
  { domain: Type.String({ maxLength: 255 }), slug: Type.String({ maxLength: 1_024 }) },
  { additionalProperties: false },
)

export const SlugQuery = Type.Object(
  { domain_id: Id, slug: Type.String({ maxLength: 1_024 }) },
  { additionalProperties: false },
)

export const SlugAnswer = Type.Object({
  available: Type.Boolean(),
  reason: Nullable(Type.String()),
})

export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

export const LinkParams = Type.Object({ link_id: PathId })

export const GetLinkQuery = Type.Object(
  { ip: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
