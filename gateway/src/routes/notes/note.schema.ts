import { Type } from 'typebox'
import { DateTime, LINK_ID, Nullable, PageQuery } from '../../schema/shared.schema.ts'
import { ignored, Name } from '../../schema/text.schema.ts'

export const Note = Type.Object(
  {
    id: Type.Integer(),
    at: DateTime,
    text: Type.String(),
    link_id: Nullable(Type.String()),
    created_by: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Note' },
)

const readOnly = ignored(['id', 'created_by', 'created_at', 'updated_at'])
const text = Name(200, 'invalid_text')
const linkId = Type.Optional(
  Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'], ...LINK_ID }),
)

export const CreateNote = Type.Object(
  { ...readOnly, at: DateTime, text, link_id: linkId },
  { additionalProperties: false },
)

export const UpdateNote = Type.Object(
  { ...readOnly, at: Type.Optional(DateTime), text: Type.Optional(text), link_id: linkId },
  { additionalProperties: false },
)

export const ListNotesQuery = Type.Object(
  {
    ...PageQuery,
    from: Type.Optional(DateTime),
    to: Type.Optional(DateTime),
    link_id: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), { maxItems: 50 }),
    ),
  },
  { additionalProperties: false },
)
