import { LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import { expect, it } from 'vitest'
import { readChanges } from './link-change.rules.ts'

const change = {
  version: 3,
  kind: 'updated',
  link_id: 7,
  org_id: 1,
  domain_id: 2,
  domain: 'go.example',
  slug: 's',
  short_url: 'https://go.example/s',
  url: 'https://example.com/',
  title: 'A page',
  folder_id: 4,
  tag_ids: [5, 6],
  deleted: false,
  created_at_ms: 1_000,
  updated_at_ms: 2_000,
}

it('a change is parsed with field names of JSON or of the proto', () => {
  const read = { changes: [change], unreadable: 0 }
  expect(readChanges(LinkChangeBatch.toJSON({ changes: [change] }))).toEqual(read)
  expect(readChanges({ changes: [change] })).toEqual(read)
})

it('fields that an older link service does not send are empty', () => {
  const { changes } = readChanges({ changes: [{ version: 1, linkId: 7, orgId: 1 }] })
  expect(changes[0]).toMatchObject({ folder_id: 0, tag_ids: [], deleted: false, url: '' })
})

it('a time beyond the range of ClickHouse is clamped', () => {
  const { changes } = readChanges({ changes: [{ ...change, updated_at_ms: 8.64e15 }] })
  expect(changes[0]?.updated_at_ms).toBe(Date.UTC(2200, 0, 1))
})

it.each([null, 'x', {}, { changes: 5 }])('%j holds no changes', (data) => {
  expect(readChanges(data)).toEqual({ changes: [], unreadable: 1 })
})

it.each([null, 5, {}, { ...change, link_id: 'x' }, { ...change, org_id: 0 }])(
  'the invalid change %j does not affect the others',
  (bad) => {
    const { changes, unreadable } = readChanges({ changes: [bad, change] })
    expect([changes, unreadable]).toEqual([[change], 1])
  },
)
