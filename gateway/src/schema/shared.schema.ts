import { ORDERS, type Order, PAGE_SIZES } from '@fingerpost/protos/words'
import { type Static, type TSchema, Type } from 'typebox'

export const DEFAULT_PAGE_SIZE = 25

/** A text that may be absent, null or empty; all three mean not set. */
export const OptionalText = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }))

/** A destination that may be absent, null or empty; `app` also accepts URLs of known apps. */
export const OptionalUrl = (kind: 'http' | 'app' = 'http') =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], 'x-url': kind }))

/** An integer that may be absent or null. */
export const OptionalInteger = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum }))

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One of a closed set of values, typed as a string because services send strings. */
export const OneOf = (words: readonly string[]) =>
  Type.Unsafe<string>({ type: 'string', enum: [...words] })

const DIGITS = {
  pattern: '^[0-9]{1,16}$',
  'x-fault': { code: 'invalid_format', detail: 'must be an id: up to 16 digits' },
}

/** An id in a path: decimal, below 2^53. */
export const PathId = Type.String(DIGITS)

/** The path of one object. */
export const IdParams = Type.Object({ id: PathId })

/** What a link id in a body must be, as a number or as a string, which is how responses contain it. */
export const LINK_ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...DIGITS }

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** In the response to a deletion. */
export const ErasureId = Type.Optional(
  Type.Integer({ description: 'The erasure of their clicks, with `with_clicks=true`' }),
)

export const DateTime = Type.String({ format: 'date-time' })

/** `page` and `limit` of every list. */
export const PageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: [...PAGE_SIZES] })),
}

/** `sort` and `order` of a list that can be sorted by these fields. */
export const SortQuery = <const S extends readonly string[]>(fields: S) => ({
  sort: Type.Optional(Type.Unsafe<S[number]>({ type: 'string', enum: [...fields] })),
  order: Type.Optional(Type.Unsafe<Order>({ type: 'string', enum: [...ORDERS] })),
})

/** The envelope of every list. */
export const Envelope = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    offset: Type.Integer(),
    limit: Type.Integer(),
  })

/** Page and limit with their defaults, and the resulting offset. */
export function pageOf(query: { page?: number; limit?: number }) {
  const { page = 0, limit = DEFAULT_PAGE_SIZE } = query
  return { page, limit, offset: page * limit }
}

/** RFC 9457 body of every failed request. */
export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    request_id: Type.String(),
    errors: Type.Array(
      Type.Object({ field: Type.String(), code: Type.String(), detail: Type.String() }),
    ),
  },
  { $id: 'Problem', title: 'Problem' },
)
export type ProblemBody = Static<typeof ProblemBody>
