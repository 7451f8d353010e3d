import { expect, it } from 'vitest'
import { readChanges } from './link-change.rules.ts'

const change = {
  version: 3,
  kind: 'updated',
  linkId: 7,
  orgId: 1,
  domainId: 2,
  domain: 'go.example',
  slug: 's',
  shortUrl: 'https://go.example/s',
  url: 'https://example.com/',
  title: 'A page',
  folderId: 4,
  tagIds: [5, 6],
  deleted: false,
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
}

it('a change is read as it is', () => {
  expect(readChanges({ changes: [change] })).toEqual({ changes: [change], unreadable: 0 })
})

it('what an older link service leaves out is empty', () => {
  const { changes } = readChanges({ changes: [{ version: 1, linkId: 7, orgId: 1 }] })
  expect(changes[0]).toMatchObject({ folderId: 0, tagIds: [], deleted: false, url: '' })
})

it('a time that ClickHouse cannot hold is the latest one it can', () => {
  const { changes } = readChanges({ changes: [{ ...change, updatedAtMs: 8.64e15 }] })
  expect(changes[0]?.updatedAtMs).toBe(Date.UTC(2200, 0, 1))
})

it.each([null, 'x', {}, { changes: 5 }])('%j holds no changes', (data) => {
  expect(readChanges(data)).toEqual({ changes: [], unreadable: 1 })
})

it.each([null, 5, {}, { ...change, linkId: 'x' }, { ...change, orgId: 0 }])(
  'the change %j is left out, the others are not',
  (bad) => {
    const { changes, unreadable } = readChanges({ changes: [bad, change] })
    expect([changes, unreadable]).toEqual([[change], 1])
  },
)
