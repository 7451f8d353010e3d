import {
  CLICK_FIELDS,
  type ClickField,
  CONDITIONS,
  type ConditionName,
  DIMENSIONS,
  type DimensionName,
  type FieldKind,
  type IdFilter,
  isIdFilter,
  VALUES_MAX,
} from '@fingerpost/protos/dimensions'
import { type TSchema, Type } from 'typebox'
import { DateTime, Envelope, Id, Nullable, PageQuery } from '../../schema/shared.schema.ts'

/** One value, or several of which one has to match. */
const OneOrMore = (value: TSchema & { type: string }) => {
  const schema = { ...value, type: [value.type, 'array'], items: value, maxItems: VALUES_MAX }
  return Type.Optional(Type.Unsafe<Given | Given[]>(schema))
}
type Given = string | number

export const LinkId = Type.String({ maxLength: 255 })
const AnyText = Type.String({ minLength: 1, maxLength: 512 })

const IDS: Record<IdFilter, TSchema & { type: string }> = {
  link_id: LinkId,
  domain_id: Id,
  folder_id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  tag_id: Id,
}

function schemaOf(field: IdFilter | DimensionName) {
  if (isIdFilter(field)) return IDS[field]
  const { form } = DIMENSIONS[field]
  if (!form) return AnyText
  const { pattern, detail } = form
  return Type.String({ pattern, 'x-fault': { code: 'invalid_format', detail } })
}

/** The conditions on links and on fields of a click. */
const { link_id, ...ConditionsOfAnyLink } = Object.fromEntries(
  [...CONDITIONS.values()].map(({ name, field }) => [name, OneOrMore(schemaOf(field))]),
) as Record<ConditionName, ReturnType<typeof OneOrMore>>

const OfAnyLink = {
  period: Type.Optional(Type.String({ maxLength: 64 })),
  timezone: Type.Optional(Type.String({ maxLength: 64 })),
  search: Type.Optional(Type.String({ maxLength: 1_024 })),
  ...ConditionsOfAnyLink,
  include_bots: Type.Optional(Type.Boolean()),
}

/** The click filters: the same parameters for every analytics operation. */
export const Filters = { ...PageQuery, link_id, ...OfAnyLink }

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
    link_ids: Type.String({
      pattern: '^[0-9]{1,16}(,[0-9]{1,16}){0,99}$',
      'x-fault': {
        code: 'invalid_format',
        detail: 'must be at most 100 ids of up to 16 digits, separated by commas',
      },
    }),
    interval: Interval,
  },
  { additionalProperties: false },
)

/** Counts of visitors, beside the clicks of every answer. */
export const CountedVisitors = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], {
    description:
      'Unique visitors per UTC day, summed over the days of the period. Excludes clicks without a visitor id: imported ones and those of visitors who opt out. Null if no click has one, or if counting would take too long',
  })
const Visitors = CountedVisitors(Type.Integer())

export const TimeCounts = Type.Array(
  Type.Object({ time: Type.String(), clicks: Type.Integer(), visitors: Visitors }),
)

/** Keyed by link id. */
export const Series = Type.Record(Type.String(), TimeCounts)

export const OriginalList = Envelope(
  Type.Object({
    link_id: Type.String(),
    short_url: Type.String(),
    url: Type.String(),
    clicks: Type.Integer(),
    visitors: Visitors,
    favicon: Type.String(),
  }),
)

/** Links with their top destinations. */
export const DestinationList = Envelope(
  Type.Object({
    link_id: Type.String(),
    short_url: Type.String(),
    favicon: Type.String(),
    clicks: Type.Integer(),
    visitors: Visitors,
    destination_count: Type.Integer(),
    destinations: Type.Array(
      Type.Object({ url: Type.String(), clicks: Type.Integer(), visitors: Visitors }),
    ),
  }),
)

const OpenObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** The schema of each kind of field. */
const KINDS = {
  text: Type.String(),
  optional: Nullable(Type.String()),
  id: Type.String(),
  integer: Type.Integer(),
  boolean: Type.Boolean(),
  time: DateTime,
  json: OpenObject,
} satisfies Record<FieldKind, TSchema>

type ClickProperties = { [Name in ClickField]: (typeof KINDS)[(typeof CLICK_FIELDS)[Name]] }

export const Click = Type.Object(
  Object.fromEntries(
    Object.entries(CLICK_FIELDS).map(([name, kind]) => [name, KINDS[kind]]),
  ) as ClickProperties,
  { title: 'Click' },
)

export const ClickList = Envelope(Click)
