import { ACTOR_KINDS } from '@fingerpost/kit/audit/actor'
import { AUDITED } from '@fingerpost/protos/objects'
import { AUDIT_OPERATIONS, PAGE_SIZES } from '@fingerpost/protos/words'
import { type Static, Type } from 'typebox'
import { DateTime, Id, Nullable, OneOf, PathId } from '../../schema/shared.schema.ts'

const EntryId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  'x-fault': { code: 'invalid_format', detail: 'must be the id of an entry' },
})

const Page = {
  before: Type.Optional(EntryId),
  limit: Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: [...PAGE_SIZES] })),
}

const Filters = {
  actor_kind: Type.Optional(OneOf(ACTOR_KINDS)),
  actor_id: Type.Optional(Id),
  operation: Type.Optional(OneOf(AUDIT_OPERATIONS)),
  object_kind: Type.Optional(OneOf(AUDITED)),
  object_id: Type.Optional(Id),
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTime),
}

export const AuditExportQuery = Type.Object(Filters, { additionalProperties: false })
export const AuditQuery = Type.Object({ ...Page, ...Filters }, { additionalProperties: false })
export const HistoryQuery = Type.Object(Page, { additionalProperties: false })

export const HistoryParams = Type.Object({ link_id: PathId })
export const RestoreBody = Type.Object(
  { version: Type.Optional(EntryId) },
  { additionalProperties: false },
)

const Fields = Nullable(
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
)

export const Entry = Type.Object(
  {
    id: Type.String(),
    at: DateTime,
    actor: Type.Object({
      kind: Type.String(),
      id: Nullable(Type.String()),
      name: Nullable(Type.String()),
      user_id: Nullable(Type.String()),
    }),
    address: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    operation: Type.String(),
    object: Type.Object({
      kind: Type.String(),
      id: Type.String(),
      name: Nullable(Type.String()),
    }),
    before: Fields,
    after: Fields,
  },
  { title: 'AuditEntry' },
)
export type Entry = Static<typeof Entry>

export const EntryList = Type.Object({
  items: Type.Array(Entry),
  next: Nullable(Type.String()),
})
