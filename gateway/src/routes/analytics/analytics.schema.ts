import { Type } from 'typebox'
import { DateTime, Envelope, Id, Nullable, PageQuery } from '../../schema/shared.schema.ts'

const Value = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }))

/** Filters by the value of one field of a click. */
const Values = {
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  city: Value,
  region: Value,
  continent: Value,
  browser: Value,
  os: Value,
  device: Value,
  referer: Value,
  language: Value,
  brand: Value,
  platform: Value,
  utm_source: Value,
  utm_medium: Value,
  utm_campaign: Value,
  utm_term: Value,
  utm_content: Value,
  utm_reference: Value,
}
export type ValueName = keyof typeof Values

const OfAnyLink = {
  period: Type.Optional(Type.String({ maxLength: 64 })),
  timezone: Type.Optional(Type.String({ maxLength: 64 })),
  domain_id: Type.Optional(Id),
  folder_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  tag_id: Type.Optional(Id),
  search: Type.Optional(Type.String({ maxLength: 1_024 })),
  ...Values,
  include_bots: Type.Optional(Type.Boolean()),
}

/** The click filters: the same parameters for every analytics operation. */
export const Filters = {
  ...PageQuery,
  link_id: Type.Optional(Type.String({ maxLength: 255 })),
  ...OfAnyLink,
}

export const FilterQuery = Type.Object(Filters, { additionalProperties: false })

const Interval = Type.Optional(
  Type.Unsafe<string>({ type: 'string', enum: ['hour', 'day', 'week', 'month'] }),
)

export const ClicksQuery = Type.Object(
  {
    ...Filters,
    interval: Interval,
  },
  { additionalProperties: false },
)

export const SeriesQuery = Type.Object(
  {
    ...OfAnyLink,
    link_ids: Type.String({ pattern: '^[0-9]{1,16}(,[0-9]{1,16}){0,99}$' }),
    interval: Interval,
  },
  { additionalProperties: false },
)

export const TimeCounts = Type.Array(Type.Object({ time: Type.String(), clicks: Type.Integer() }))

/** Keyed by link id. */
export const Series = Type.Record(Type.String(), TimeCounts)

export const OriginalList = Envelope(
  Type.Object({
    link_id: Type.String(),
    short_url: Type.String(),
    url: Type.String(),
    clicks: Type.Integer(),
    favicon: Type.String(),
  }),
)

const OpenObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

export const Click = Type.Object(
  {
    id: Type.String(),
    link_id: Type.String(),
    domain_id: Type.Integer(),
    domain: Type.String(),
    slug: Type.String(),
    url: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
    title: Type.String(),
    ip: Type.String(),
    browser: Type.String(),
    os: Type.String(),
    device: Type.String(),
    language: Type.String(),
    platform: Type.String(),
    brand: Type.String(),
    referer: Type.String(),
    continent: Type.String(),
    country: Type.String(),
    region: Type.String(),
    city: Type.String(),
    color_scheme: Nullable(Type.String()),
    is_mobile: Type.Boolean(),
    is_eu: Type.Boolean(),
    geo: OpenObject,
    query: OpenObject,
    utm_source: Nullable(Type.String()),
    utm_medium: Nullable(Type.String()),
    utm_campaign: Nullable(Type.String()),
    utm_term: Nullable(Type.String()),
    utm_content: Nullable(Type.String()),
    utm_reference: Nullable(Type.String()),
    is_bot: Type.Boolean(),
    variant: Type.String(),
    trigger: Type.String(),
  },
  { title: 'Click' },
)

export const ClickList = Envelope(Click)
