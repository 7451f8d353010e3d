import { Type } from 'typebox'
import { DateTime, PageQuery, SortQuery } from '../../schema/shared.schema.ts'
import { Color, ignored, Name, Search } from '../../schema/text.schema.ts'

const count = (what: string) =>
  Type.Optional(Type.Integer({ description: `${what}; only in lists with \`counts=true\`` }))

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  color: Type.Optional(Type.String({ description: 'Absent if no color is set' })),
  created_at: DateTime,
  updated_at: DateTime,
  links: count('Number of links, without deleted ones'),
  clicks: count(
    'Sum of the clicks of these links; `GET /analytics/folders` and `GET /analytics/tags` have their visitors',
  ),
}

const Folder = Type.Object(fields, { title: 'Folder' })
const Tag = Type.Object(fields, { title: 'Tag' })

/** Folders and tags have the same fields, and separate names in the OpenAPI document. */
export const LABELS = { folder: Folder, tag: Tag }

const readOnly = ignored(['id', 'created_at', 'updated_at', 'links', 'clicks'])
const name = Name(64)

export const CreateLabel = Type.Object(
  { ...readOnly, name, color: Type.Optional(Color) },
  { additionalProperties: false },
)

export const UpdateLabel = Type.Object(
  { ...readOnly, name: Type.Optional(name), color: Type.Optional(Color) },
  { additionalProperties: false },
)

export const ListLabelsQuery = Type.Object(
  {
    ...PageQuery,
    ...SortQuery(['name', 'created_at']),
    search: Search,
    counts: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
