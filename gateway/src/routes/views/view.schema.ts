import { VIEW_PAGES } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import { DateTime, OneOf, PageQuery, SortQuery } from '../../schema/shared.schema.ts'
import { ignored, Name, Search } from '../../schema/text.schema.ts'

export const View = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    page: Type.String(),
    query: Type.String(),
    created_by: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'View' },
)

const readOnly = ignored(['id', 'created_by', 'created_at', 'updated_at'])
const name = Name(50)
const page = OneOf(VIEW_PAGES)
const query = Type.String({
  maxLength: 2_000,
  pattern: '^(?!\\?)([^#%\\u0000-\\u001f\\u007f-\\u009f]|%[0-9A-Fa-f]{2})*$',
  'x-fault': {
    code: 'invalid_query',
    detail: 'must be a query string: percent-encoded UTF-8, without ? at the start and #',
  },
})

export const CreateView = Type.Object(
  { ...readOnly, name, page, query },
  { additionalProperties: false },
)

export const UpdateView = Type.Object(
  {
    ...readOnly,
    name: Type.Optional(name),
    page: Type.Optional(page),
    query: Type.Optional(query),
  },
  { additionalProperties: false },
)

export const ListViewsQuery = Type.Object(
  {
    ...PageQuery,
    ...SortQuery(['name', 'created_at']),
    search: Search,
    // Not `page`, which is the number of the page of every list.
    page_name: Type.Optional(page),
  },
  { additionalProperties: false },
)
