import { Type } from 'typebox'
import {
  DateTime,
  Envelope,
  Nullable,
  PageQuery,
  PathId,
  SortQuery,
} from '../../schema/shared.schema.ts'
import { Color, ignored, Name, Search } from '../../schema/text.schema.ts'

/** A folder or a tag. */
export const Label = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  color: Nullable(Type.String()),
  created_at: DateTime,
  updated_at: DateTime,
})

export const LabelList = Envelope(Label)

const readOnly = ignored(['id', 'created_at', 'updated_at'])
const name = Name(64)

export const CreateLabel = Type.Object(
  { ...readOnly, name, color: Type.Optional(Color) },
  { additionalProperties: false },
)

export const UpdateLabel = Type.Object(
  { ...readOnly, name: Type.Optional(name), color: Type.Optional(Color) },
  { additionalProperties: false },
)

export const LabelParams = Type.Object({ id: PathId })

export const ListLabelsQuery = Type.Object(
  { ...PageQuery, ...SortQuery(['name', 'created_at']), search: Search },
  { additionalProperties: false },
)
