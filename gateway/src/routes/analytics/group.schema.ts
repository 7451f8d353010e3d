import { DIMENSION_NAMES, DIMENSIONS } from '@fingerpost/protos/dimensions'
import { Type } from 'typebox'
import { Envelope, PageQuery } from '../../schema/shared.schema.ts'
import { CountedVisitors, Filters, LinkId } from './analytics.schema.ts'

/** Every way to group clicks; each is an operation of its own. */
export const GROUPINGS = [
  ...Object.values(DIMENSIONS).map(({ grouping }) => grouping),
  ...['domains', 'links', 'folders', 'tags'],
]

/** The filters whose values can be listed. */
export const VALUE_FIELDS = DIMENSION_NAMES.filter((name) => DIMENSIONS[name].listed)

export const GroupList = Envelope(
  Type.Object({
    title: Type.String(),
    clicks: Type.Integer(),
    visitors: CountedVisitors(Type.Integer()),
    value: Type.String(),
  }),
)

export const GroupsQuery = Type.Object(
  { ...Filters, fields: Type.String({ minLength: 1, maxLength: 512 }) },
  { additionalProperties: false },
)

export const Groups = Type.Record(Type.String(), GroupList)

export const ValueQuery = Type.Object(
  {
    ...PageQuery,
    search: Type.Optional(Type.String({ maxLength: 255 })),
    include_bots: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export const ValueList = Envelope(Type.Object({ title: Type.String(), value: Type.String() }))

const Count = Type.Object({ total: Type.Integer(), month: Type.Integer() })
export const Summary = Type.Object(
  {
    links: Count,
    clicks: Count,
    visitors: CountedVisitors(Count),
  },
  { title: 'Summary' },
)

export const ClickExportQuery = Type.Object(
  {
    ...Filters,
    format: Type.Optional(
      Type.Unsafe<'csv' | 'ndjson'>({ type: 'string', enum: ['csv', 'ndjson'] }),
    ),
  },
  { additionalProperties: false },
)

export const LiveQuery = Type.Object(
  { link_id: Type.Optional(LinkId) },
  { additionalProperties: false },
)
