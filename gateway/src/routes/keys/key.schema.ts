import { SCOPES } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import { DateTime, Nullable, OneOf, PageQuery } from '../../schema/shared.schema.ts'
import { DeletedById, ignored, Name } from '../../schema/text.schema.ts'

const fields = {
  id: Type.Integer(),
  org_id: Type.String(),
  user_id: Type.String(),
  name: Type.String(),
  last_four: Type.String(),
  scopes: Type.Array(OneOf(SCOPES)),
  expires_at: Nullable(DateTime),
  created_at: DateTime,
  last_used_at: Nullable(DateTime),
  previous_key_until: Nullable(DateTime),
  made_by: Nullable(
    Type.Integer({
      description: 'The key that created it or handed it over, and with which it ends',
    }),
  ),
}

export const Key = Type.Object(fields, { title: 'Key' })

/** The only response that contains the secret. */
export const CreatedKey = Type.Object({ ...fields, key: Type.String() }, { title: 'CreatedKey' })

export const RevokedKey = Type.Object({
  ...DeletedById.properties,
  also_revoked: Type.Array(Type.Integer(), { description: 'Keys that it had created' }),
})

const readOnly = ignored([
  'id',
  'org_id',
  'user_id',
  'last_four',
  'key',
  'created_at',
  'last_used_at',
  'previous_key_until',
  'made_by',
])
const settable = {
  scopes: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...SCOPES] },
      minItems: 1,
      maxItems: 100,
    }),
  ),
  expires_at: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  ),
}

export const CreateKey = Type.Object(
  { ...readOnly, ...settable, name: Name(64) },
  { additionalProperties: false },
)

export const UpdateKey = Type.Object(
  { ...readOnly, ...settable, name: Type.Optional(Name(64)) },
  { additionalProperties: false },
)

export const RotateKey = Type.Object(
  { overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168 })) },
  { additionalProperties: false },
)

export const ListKeysQuery = Type.Object(PageQuery, { additionalProperties: false })
