import type { Operations } from '../../schema/operation.schema.ts'

const tag = 'Views'
const FIELDS = {
  name: 'Campaign in Germany',
  page: 'analytics',
  query: 'period=week&country=DE',
}
const VIEW = {
  id: 5,
  ...FIELDS,
  created_by: '71',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

export const viewDocs: Operations = {
  'GET /view': {
    id: 'listViews',
    summary: 'List and search saved views',
    description:
      '`page_name` filters by the field `page`. The parameter `page` is the page number.',
    tag,
    answer: { items: [VIEW], total: 1, offset: 0, limit: 25 },
  },
  'POST /view': {
    id: 'createView',
    summary: 'Save a view',
    description:
      'The name is unique among the views of a page, case-insensitive. `query` is the query string of the address of the page, without the question mark; `created_by` in the response is the id of the user.',
    tag,
    request: FIELDS,
    answer: VIEW,
    problems: ['name_taken', 'quota_exceeded'],
  },
  'GET /view/{id}': { id: 'getView', summary: 'Read a saved view', tag, answer: VIEW },
  'PUT /view/{id}': {
    id: 'updateView',
    summary: 'Change a saved view',
    tag,
    request: { query: 'period=month&country=DE' },
    answer: { ...VIEW, query: 'period=month&country=DE' },
    problems: ['name_taken'],
  },
  'DELETE /view/{id}': {
    id: 'deleteView',
    summary: 'Delete a saved view',
    tag,
    answer: { id: 5, deleted: true },
  },
}
