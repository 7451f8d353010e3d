import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Note as NoteMessage } from '@fingerpost/protos/link/v1/note'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import {
  CreateNote,
  ListNotesQuery,
  Note,
  NoteList,
  NoteParams,
  UpdateNote,
} from './note.schema.ts'

const READ = { scope: 'analytics:read' } as const
const WRITE = { scope: 'catalog:write' } as const

/** Notes on the chart of clicks. */
export const noteRoutes =
  ({ notes }: Pick<Clients, 'notes'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const one = '/note/:id'
    const params = NoteParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such note.')

    app.get(
      '/note',
      { config: READ, schema: { querystring: ListNotesQuery, response: { 200: NoteList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const { from, to, link_id: link_ids = [] } = query
        const request = { offset, limit, from: instantOf(from), to: instantOf(to), link_ids }
        const found = await notes.listNotes(request, { caller, requestId })
        return { items: found.notes.map(toNoteBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/note',
      { config: WRITE, schema: { body: CreateNote, response: { 201: Note } } },
      async ({ body: { at, text, link_id }, caller, id: requestId }, reply) => {
        const request = { at: instantOf(at), text, link_id: linkIdOf(link_id) }
        const made = await notes.createNote(request, { caller, requestId })
        return reply.code(201).header('location', `/api/note/${made.id}`).send(toNoteBody(made))
      },
    )

    app.get(
      one,
      { config: READ, schema: { params, response: { 200: Note } } },
      async ({ params, caller, id: requestId }) =>
        toNoteBody(await notes.getNote({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: WRITE,
      schema: { params, body: UpdateNote, response: { 200: Note } },
      handler: async ({ params, body: { at, text, link_id }, caller, id: requestId }) => {
        const request = {
          id: idOf(params),
          at: instantOf(at),
          text,
          link_id: linkIdOf(link_id),
          clear: clearedFields({ link_id }),
        }
        return toNoteBody(await notes.updateNote(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config: WRITE, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await notes.deleteNote({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )
  }

const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** An id above every possible one becomes the largest, which no link has. */
const linkIdOf = (id: number | string | null | undefined) =>
  id === undefined || id === null ? undefined : Math.min(Number(id), Number.MAX_SAFE_INTEGER)

const toNoteBody = ({
  id,
  at,
  text,
  link_id: linkId,
  created_by: createdBy,
  created_at: createdAt,
  updated_at: updatedAt,
}: NoteMessage): Static<typeof Note> => ({
  id,
  at: (at ?? new Date(0)).toISOString(),
  text,
  link_id: linkId === undefined ? null : String(linkId),
  created_by: String(createdBy),
  created_at: (createdAt ?? new Date(0)).toISOString(),
  updated_at: (updatedAt ?? new Date(0)).toISOString(),
})
