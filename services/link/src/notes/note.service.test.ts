import type { Client } from '@fingerpost/kit/grpc/client'
import type { Caller } from '@fingerpost/kit/grpc/context'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { NotesService } from '@fingerpost/protos/link/v1/note'
import { RemovalsService } from '@fingerpost/protos/link/v1/removal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'
import { truncate } from '../testing/truncate.ts'

const LIMIT = 8
/** An editor of the same team who reaches only their own links. */
const editor = { orgId: caller.orgId, userId: 71, scopes: [], ownOnly: true }

let link: TestLink
let notes: Client<NotesService>
beforeAll(async () => {
  link = await startTestLink({ limits: { QUOTA_NOTES: LIMIT } })
  notes = link.client(NotesService)
})
afterAll(() => link.close())
beforeEach(() => truncate(link.db, 'notes'))

const NOON = Date.parse('2026-11-19T12:00:00Z')
const hours = (n: number) => new Date(NOON + n * 3_600_000)
const create = (text: string, linkId?: number, by: Caller = caller, at = hours(0)) =>
  notes.createNote({ at, text, link_id: linkId }, { caller: by })
const list = async (fields: { from?: Date; to?: Date; link_ids?: number[] } = {}, by = caller) => {
  const request = { offset: 0, limit: 100, link_ids: [], ...fields }
  const found = await notes.listNotes(request, { caller: by as Caller })
  expect(found.total).toBe(found.notes.length)
  return found.notes.map(({ text }) => text).join(' ')
}
const notFound = { kind: 'not_found', code: 'not_found' }
const unknownLink = { ...notFound, errors: [{ field: 'link_id', code: 'not_found' }] }

it('is stored with its user, and read as it was created', async () => {
  const { id } = await link.create()
  const made = await create(' Sent ', id)

  expect(made).toMatchObject({ at: hours(0), text: 'Sent', link_id: id, created_by: caller.userId })
  expect(await notes.getNote({ id: made.id }, { caller })).toEqual(made)
  const changed = { id: made.id, at: hours(1), clear: ['link_id'] }
  expect(await notes.updateNote(changed, { caller })).toMatchObject({
    ...{ at: hours(1), text: 'Sent', link_id: undefined, created_at: made.created_at },
  })
})

it('is listed newest first, within a period, and by links', async () => {
  const [a, b] = [await link.create(), await link.create()]
  await create('second', a.id, caller, hours(2))
  await create('first', undefined, caller, hours(1))
  await create('third', b.id, caller, hours(3))

  expect(await list()).toBe('third second first')
  expect(await list({ from: hours(1), to: hours(3) })).toBe('second first')
  expect(await list({ link_ids: [a.id, b.id] })).toBe('third second')
  expect(await list({ link_ids: [0] })).toBe('first')
  expect(await list({ link_ids: [0, a.id], from: hours(2) })).toBe('second')
  const page = { offset: 1, limit: 1, link_ids: [] }
  expect(await notes.listNotes(page, { caller })).toMatchObject({
    ...{ notes: [{ text: 'second' }], total: 3 },
  })
})

it('belongs to a team, as does its link', async () => {
  const foreign = await link.create({}, stranger)
  const { id } = await create('Mine')

  for (const call of [
    () => notes.getNote({ id }, { caller: stranger }),
    () => notes.updateNote({ id, text: 'Theirs', clear: [] }, { caller: stranger }),
    () => notes.deleteNote({ id }, { caller: stranger }),
  ]) {
    await expect(call()).rejects.toMatchObject(notFound)
  }
  expect(await list({}, stranger)).toBe('')
  await expect(create('x', foreign.id)).rejects.toMatchObject(unknownLink)
  const update = { id, link_id: foreign.id, clear: [] }
  await expect(notes.updateNote(update, { caller })).rejects.toMatchObject(unknownLink)
  expect(await list()).toBe('Mine')
})

it('of another person’s link does not exist for an editor with own links only', async () => {
  const [own, other] = [await link.create({}, editor), await link.create()]
  const hidden = await create('hidden', other.id)
  await create('of-all')
  await create('own', own.id, editor)

  expect(await list({}, editor)).toBe('own of-all')
  expect(await list({ link_ids: [other.id] }, editor)).toBe('')
  const { id } = hidden
  for (const call of [
    () => notes.getNote({ id }, { caller: editor }),
    () => notes.updateNote({ id, text: 'x', clear: ['link_id'] }, { caller: editor }),
    () => notes.deleteNote({ id }, { caller: editor }),
  ]) {
    await expect(call()).rejects.toMatchObject(notFound)
  }
  await expect(create('x', other.id, editor)).rejects.toMatchObject(unknownLink)
  expect(await list()).toBe('own of-all hidden')
})

describe('the notes of a deleted link', () => {
  it('are hidden until it is restored', async () => {
    const { id } = await link.create()
    const note = await create('Sent', id)
    await link.links.deleteLinks({ ids: [id] }, { caller })

    expect(await list()).toBe('')
    await expect(notes.getNote({ id: note.id }, { caller })).rejects.toMatchObject(notFound)
    await expect(create('x', id)).rejects.toMatchObject(unknownLink)
    await link.links.undeleteLinks({ ids: [id] }, { caller })
    expect(await notes.getNote({ id: note.id }, { caller })).toEqual(note)
  })

  it('are deleted with it permanently, which the audit log shows', async () => {
    const { id } = await link.create()
    const note = await create('Sent', id)
    await create('Stays')
    await link.links.deleteLinks({ ids: [id] }, { caller })
    await link.links.purgeLinks({ ids: [id] }, { caller })

    const left = await link.db.selectFrom('notes').select('text').execute()
    expect(left).toEqual([{ text: 'Stays' }])
    const filter = { limit: 10, object_kind: 'note', object_id: note.id }
    const { entries } = await link.client(AuditService).listEntries(filter, { caller })
    expect(entries.map(({ operation }) => operation)).toEqual(['deleted', 'created'])
    expect(JSON.parse(entries[0]?.before ?? '')).toMatchObject({ text: 'Sent', link_id: id })
  })
})

it('a team has no more notes than its quota, without those of deleted links', async () => {
  const { id } = await link.create()
  await create('x', id)
  await link.links.deleteLinks({ ids: [id] }, { caller })
  const many = await Promise.allSettled(Array.from({ length: 2 * LIMIT }, (_, i) => create(`${i}`)))
  const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

  expect(refused).toHaveLength(LIMIT)
  const message = `A team cannot have more than ${LIMIT} notes.`
  for (const it of refused) expect(it).toMatchObject({ code: 'quota_exceeded', message })
})

it('is removed with its team', async () => {
  await create('Theirs', undefined, stranger)
  await create('Ours')
  await link.client(RemovalsService).removeTeam({}, { caller: stranger })

  const left = await link.db.selectFrom('notes').select('text').execute()
  expect(left).toEqual([{ text: 'Ours' }])
})
