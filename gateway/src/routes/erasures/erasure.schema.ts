import { ERASURE_STATES } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import {
  DateTime,
  Envelope,
  Id,
  LINK_ID,
  Nullable,
  OneOf,
  PageQuery,
} from '../../schema/shared.schema.ts'

export const Erasure = Type.Object(
  {
    id: Type.Integer(),
    link_ids: Type.Array(Type.String()),
    domain_id: Nullable(Type.Integer()),
    address: Nullable(Type.String({ description: 'Network in CIDR notation' })),
    from: Nullable(DateTime),
    to: Nullable(DateTime),
    state: OneOf(ERASURE_STATES),
    found: Type.Integer({ description: 'Clicks in the table when the erasure began' }),
    erased: Type.Integer({ description: 'Number of these clicks that are deleted' }),
    left: Type.Integer({ description: 'Number of these clicks that are not deleted yet' }),
    failure: Nullable(
      Type.String({
        description: 'Set if the last attempt failed, as a sentence; the erasure is retried',
      }),
    ),
    created_by: Nullable(Type.String({ description: 'Id of the user; null: the operator' })),
    created_at: DateTime,
    done_at: Nullable(DateTime),
  },
  { title: 'Erasure' },
)

export const ErasurePreview = Type.Object(
  {
    clicks: Type.Integer({ description: 'Clicks that would be deleted, including those of bots' }),
    links: Type.Integer({ description: 'Links with such clicks' }),
    complete: Type.Boolean({
      description:
        'False if counting stopped after a few seconds: at least these clicks would be deleted',
    }),
  },
  { title: 'ErasurePreview' },
)

export const ErasureList = Envelope(Erasure)

export const ListErasuresQuery = Type.Object(PageQuery, { additionalProperties: false })

export const CreateErasure = Type.Object(
  {
    link_ids: Type.Optional(
      Type.Array(Type.Unsafe<number | string>({ type: ['integer', 'string'], ...LINK_ID }), {
        minItems: 1,
        maxItems: 1_000,
      }),
    ),
    domain_id: Type.Optional(Id),
    address: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    from: Type.Optional(DateTime),
    to: Type.Optional(DateTime),
  },
  { additionalProperties: false },
)
