import type { FieldError } from '@fingerpost/kit/http/problem'
import type {
  CreateNoteRequest,
  Note as NoteMessage,
  UpdateNoteRequest,
} from '@fingerpost/protos/link/v1/note'
import type { NoteRow } from './note.schema.ts'

const TEXT_MAX = 200

/** The columns that a team sets; absent ones stay unchanged. */
export interface NoteChanges {
  at?: Date
  text?: string
  link_id?: number | null
}

/** Validates a new note. Returns its columns or all errors. */
export function checkNewNote(request: CreateNoteRequest): Required<NoteChanges> | FieldError[] {
  const { columns, errors } = check(request)
  const { at, text = '', link_id = null } = columns
  if (!at) errors.push({ field: 'at', code: 'required', detail: 'is required' })
  return at && errors.length === 0 ? { at, text, link_id } : errors
}

/** Validates a change. Returns the changed columns or all errors. */
export function checkNoteUpdate(request: UpdateNoteRequest): NoteChanges | FieldError[] {
  const { columns, errors } = check(request)
  for (const field of request.clear) {
    if (field === 'link_id') columns.link_id = null
    else errors.push({ field, code: 'required', detail: 'cannot be null' })
  }
  return errors.length > 0 ? errors : columns
}

function check({ at, text, link_id }: Omit<UpdateNoteRequest, 'id' | 'clear'>) {
  const errors: FieldError[] = []
  const columns: NoteChanges = {
    ...(at && { at }),
    ...(text !== undefined && { text: text.normalize('NFC').trim() }),
    ...(link_id !== undefined && { link_id }),
  }
  if (columns.text !== undefined) {
    const length = [...columns.text].length
    if (length === 0 || length > TEXT_MAX || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(columns.text)) {
      const detail = `must be 1 to ${TEXT_MAX} characters, none of them a control character`
      errors.push({ field: 'text', code: 'invalid_text', detail })
    }
  }
  return { columns, errors }
}

/** A note as the API shows it to its team. */
export const toNote = (row: NoteRow): NoteMessage => ({
  id: row.id,
  at: row.at,
  text: row.text,
  link_id: row.link_id ?? undefined,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
