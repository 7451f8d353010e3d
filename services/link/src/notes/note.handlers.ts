import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { type Reach, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { NotesService } from '@fingerpost/protos/link/v1/note'
import type { LinkSchema } from '../link.schema.ts'
import { noteRepository } from './note.repository.ts'
import { checkNewNote, checkNoteUpdate, type NoteChanges, toNote } from './note.rules.ts'

export const noteHandlers = (
  { db }: Postgres<LinkSchema>,
  quota: TeamQuota,
): Handlers<NotesService> => {
  const notes = noteRepository(db)

  /** Throws not_found unless the note has no link or one within reach. */
  async function requireLink(reach: Reach, { link_id: id }: NoteChanges): Promise<void> {
    if (id === undefined || id === null || (await notes.hasLink(reach, id))) return
    const detail = `${id} does not exist`
    throw notFound('What the request refers to does not exist.', [
      { field: 'link_id', code: 'not_found', detail },
    ])
  }

  return {
    async listNotes(request, { caller }) {
      const { rows, total } = await notes.page(reachOf(caller()), request)
      return { notes: rows.map(toNote), total }
    },

    async getNote({ id }, { caller }) {
      const row = await notes.get(reachOf(caller()), id)
      if (!row) throw missing()
      return toNote(row)
    },

    async createNote(request, context) {
      const note = checkNewNote(request)
      if (Array.isArray(note)) throw invalid(note)
      const caller = context.caller()
      await requireLink(reachOf(caller), note)
      const row = await quota.add(
        db,
        caller.orgId,
        (tx) => noteRepository(tx).count(caller.orgId),
        (tx) =>
          changeAs(tx, actorOf(context), (it) =>
            noteRepository(it).insert(caller.orgId, caller.userId, note),
          ),
      )
      return toNote(row)
    },

    async updateNote(request, context) {
      const changes = checkNoteUpdate(request)
      if (Array.isArray(changes)) throw invalid(changes)
      const reach = reachOf(context.caller())
      if (!(await notes.get(reach, request.id))) throw missing()
      await requireLink(reach, changes)
      const row = await changeAs(db, actorOf(context), (tx) =>
        noteRepository(tx).update(reach, request.id, changes),
      )
      if (!row) throw missing()
      return toNote(row)
    },

    async deleteNote({ id }, context) {
      const gone = await changeAs(db, actorOf(context), (tx) =>
        noteRepository(tx).delete(reachOf(context.caller()), id),
      )
      if (!gone) throw missing()
      return {}
    },
  }
}

const missing = () => notFound('There is no such note.')
