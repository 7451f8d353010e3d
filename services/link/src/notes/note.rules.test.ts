import { expect, it } from 'vitest'
import { checkNewNote, checkNoteUpdate } from './note.rules.ts'

const at = new Date('2026-11-19T09:00:00Z')

it('is stored with a trimmed text', () => {
  expect(checkNewNote({ at, text: ' Sent ' })).toEqual({ at, text: 'Sent', link_id: null })
  expect(checkNewNote({ at, text: '🙂'.repeat(200), link_id: 5 })).toMatchObject({ link_id: 5 })
})

it.each(['', '  ', 'x'.repeat(201), 'a\nb', 'a\u0000', 'a\u2028b'])('rejects the text %j', (text) =>
  expect(checkNewNote({ at, text })).toMatchObject([{ field: 'text', code: 'invalid_text' }]),
)

it('is rejected with all errors', () => {
  expect(checkNewNote({ at: undefined, text: '' })).toMatchObject([
    { field: 'text' },
    { field: 'at', code: 'required' },
  ])
  expect(checkNoteUpdate({ id: 1, text: '', clear: ['at', 'link_id'] })).toMatchObject([
    { field: 'text' },
    { field: 'at', code: 'required' },
  ])
})

it('keeps absent fields in an update, and can lose its link', () => {
  expect(checkNoteUpdate({ id: 1, clear: [] })).toEqual({})
  expect(checkNoteUpdate({ id: 1, at, clear: ['link_id'] })).toEqual({ at, link_id: null })
})
