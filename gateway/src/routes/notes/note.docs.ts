import type { Operations } from '../../schema/operation.schema.ts'

const tag = 'Notes'
const NOTE = {
  id: 5,
  at: '2026-11-19T09:00:00.000Z',
  text: 'Newsletter sent',
  link_id: '1024',
  created_by: '71',
  created_at: '2026-11-19T09:12:00.000Z',
  updated_at: '2026-11-19T09:12:00.000Z',
}

export const noteDocs: Operations = {
  'GET /note': {
    id: 'listNotes',
    summary: 'List notes',
    description:
      'Newest first. Repeat `link_id` for the notes of several links; 0 means notes without a link. Notes of a deleted link are hidden until it is restored.',
    tag,
    answer: { items: [NOTE], total: 1, offset: 0, limit: 25 },
  },
  'POST /note': {
    id: 'createNote',
    summary: 'Create a note',
    description:
      '`link_id` is the link whose clicks the note is about; null, or absent, for all links of the team. `created_by` in the response is the id of the user.',
    tag,
    request: { at: '2026-11-19T09:00:00Z', text: 'Newsletter sent', link_id: 1024 },
    answer: NOTE,
    problems: ['not_found', 'quota_exceeded'],
  },
  'GET /note/{id}': { id: 'getNote', summary: 'Read a note', tag, answer: NOTE },
  'PUT /note/{id}': {
    id: 'updateNote',
    summary: 'Change a note',
    tag,
    request: { text: 'Newsletter sent to all' },
    answer: { ...NOTE, text: 'Newsletter sent to all' },
  },
  'DELETE /note/{id}': {
    id: 'deleteNote',
    summary: 'Delete a note',
    tag,
    answer: { id: 5, deleted: true },
  },
}
