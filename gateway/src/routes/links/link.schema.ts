import { Type } from 'typebox'
import {
  DateTime,
  Id,
  Nullable,
  OptionalInteger,
  OptionalText,
  OptionalUrl,
  PathId,
} from '../../schema/shared.schema.ts'

const Label = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  color: Nullable(Type.String()),
})

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
    folder: Nullable(Label),
    tags: Nullable(Type.Array(Label)),
    utm_source: Nullable(Type.String()),
    utm_medium: Nullable(Type.String()),
    utm_campaign: Nullable(Type.String()),
    utm_term: Nullable(Type.String()),
    utm_content: Nullable(Type.String()),
    utm_reference: Nullable(Type.String()),
    redirect_code: Type.Integer(),
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

/** Fields of a Link that nobody sets: accepted, so that what was read can be sent back, and ignored. */
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

export const CreateLink = Type.Object(
  {
    ...ignored,
    url: Type.Unsafe<string>({ type: 'string', 'x-url': 'http' }),
    domain_id: Id,
    slug: OptionalText(1_024),
    slug_length: OptionalInteger(3, 64),
    title: OptionalText(512),
    folder_id: OptionalInteger(1),
    tags: Type.Optional(
      Type.Unsafe<number[] | null>({
        type: ['array', 'null'],
        items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
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
  },
  { additionalProperties: false },
)

export const LinkParams = Type.Object({ link_id: PathId })

export const GetLinkQuery = Type.Object(
  { ip: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
