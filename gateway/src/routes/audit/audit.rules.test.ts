import type { Entry } from '@fingerpost/protos/audit/v1/audit'
import { expect, it } from 'vitest'
import { mergeLogs, toEntryBody } from './audit.rules.ts'

const entry = (id: string, fields: Partial<Entry> = {}): Entry => ({
  id,
  at: new Date('2026-11-20T12:00:00Z'),
  actor_kind: 'system',
  operation: 'updated',
  object_kind: 'link',
  object_id: 5,
  ...fields,
})

it('entries of several logs are merged, newest first, up to the limit', () => {
  const [a, b, c, d] = ['0a', '0b', '0c', '0d'].map((id) => entry(id)) as [
    Entry,
    Entry,
    Entry,
    Entry,
  ]

  const logs = [{ entries: [c, a] }, { entries: [] }, { entries: [d, b] }]

  expect(mergeLogs(logs, 3)).toEqual({ entries: [d, c, b], more: true })
  expect(mergeLogs(logs, 4)).toEqual({ entries: [d, c, b, a], more: false })
})

it('a page ends with the last entry of a log whose older entries did not fit', () => {
  const [a, b, c, d] = ['0a', '0b', '0c', '0d'].map((id) => entry(id)) as [
    Entry,
    Entry,
    Entry,
    Entry,
  ]
  const logs = [{ entries: [c], entries_left: 7 }, { entries: [d, b, a] }]

  expect(mergeLogs(logs, 100)).toEqual({ entries: [d, c], more: true })
})

it('an entry names the fields of a link as the API does', () => {
  const json = { before: '{"tag_ids":[1]}', after: '{"password_hash":"set"}' }

  expect(toEntryBody(entry('0a', json))).toMatchObject({
    actor: { kind: 'system', id: null },
    object: { kind: 'link', id: '5', name: null },
    before: { tags: [1] },
    after: { password: 'set' },
  })
})
