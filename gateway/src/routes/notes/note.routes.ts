import type { FastifyPluginAsync } from 'fastify'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { CreateNote, ListNotesQuery, Note, UpdateNote } from './note.schema.ts'

const toNoteBody = bodyOf(Note)

/** Notes on the chart of clicks. */
export const noteRoutes = ({ notes }: Pick<Clients, 'notes'>): FastifyPluginAsync =>
  resourceRoutes({
    path: '/note',
    noun: 'note',
    read: { scope: 'analytics:read' },
    write: { scope: 'catalog:write' },
    schemas: { query: ListNotesQuery, one: Note, create: CreateNote, update: UpdateNote },
    async list({ offset, limit, from, to, link_id: link_ids = [] }, call) {
      const request = { offset, limit, from: instantOf(from), to: instantOf(to), link_ids }
      const found = await notes.listNotes(request, call)
      return { items: found.notes.map(toNoteBody), total: found.total }
    },
    async create({ at, text, link_id }, call) {
      const request = { at: instantOf(at), text, link_id: linkIdOf(link_id) }
      return toNoteBody(await notes.createNote(request, call))
    },
    get: async (it, call) => toNoteBody(await notes.getNote(it, call)),
    async update(id, { at, text, link_id }, call) {
      const clear = clearedFields({ link_id })
      const request = { id, at: instantOf(at), text, link_id: linkIdOf(link_id), clear }
      return toNoteBody(await notes.updateNote(request, call))
    },
    remove: notes.deleteNote,
  })

const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** An id above every possible one becomes the largest, which no link has. */
const linkIdOf = (id: number | string | null | undefined) =>
  id === undefined || id === null ? undefined : Math.min(Number(id), Number.MAX_SAFE_INTEGER)
