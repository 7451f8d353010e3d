import { describe, expect, it } from 'vitest'
import { actorName, changesOf, deed, type Entry, toQuery } from './audit.rules.ts'
import { labelsOf } from './field-labels.rules.ts'

const entry: Entry = {
  id: '019aa6f2-3c40-7a1b-8c3d-5e6f708192a3',
  at: '2026-11-19T16:20:00.000Z',
  actor: { kind: 'user', id: '71', name: null, user_id: '71' },
  address: null,
  request_id: null,
  operation: 'updated',
  object: { kind: 'link', id: '5', name: 'go.shop.example/autumn' },
  before: { title: 'Autumn', folder_id: 3, tags: [7, 8], password: null, enabled: true },
  after: { title: '', folder_id: null, tags: [], password: 'set', enabled: false },
}

describe('an entry', () => {
  it('is a sentence with the names of the actor and the object', () => {
    expect(`${actorName(entry, new Map([['71', 'Jana']]))} ${deed(entry)}`).toBe(
      'Jana changed link go.shop.example/autumn',
    )
    expect(actorName(entry, new Map())).toBe('Former member 71')
    const key = { ...entry, actor: { kind: 'key', id: '3', name: 'Shop', user_id: null } }
    expect(actorName(key, new Map())).toBe('API key Shop')
    const signIn = { ...entry, operation: 'created', object: { ...entry.object, kind: 'session' } }
    expect(deed(signIn)).toBe('signed in')
    const refused = {
      ...entry,
      actor: { kind: 'anonymous', id: null, name: null, user_id: null },
      operation: 'refused',
      object: { kind: 'account', id: '71', name: 'jana@example.com' },
    }
    expect(`${actorName(refused, new Map())} ${deed(refused)}`).toBe(
      'Anonymous client failed to sign in as jana@example.com',
    )
    const erased = {
      ...entry,
      object: { kind: 'erasure', id: '4', name: null },
      before: { done_at: null },
      after: { done_at: '2026-11-19T16:20:00.000Z' },
    }
    expect(deed(erased)).toBe('finished erasure of clicks 4')
    expect(deed({ ...entry, object: { kind: 'novelty', id: '9', name: null } })).toBe(
      'changed novelty 9',
    )
  })

  it('names the criteria of an erasure', () => {
    const after = { link_ids: [5, 6], domain_id: 1, address: 'set', from: null, done_at: null }
    const asked = {
      ...entry,
      object: { kind: 'erasure', id: '4', name: null },
      before: null,
      after,
    }
    expect(
      changesOf(asked, new Map([['domain_id 1', 'go.shop.example']]), labelsOf(asked)),
    ).toEqual([
      { field: 'Links', before: '—', after: '5, 6' },
      { field: 'Domain', before: '—', after: 'go.shop.example' },
      { field: 'IP address or network', before: '—', after: 'set' },
      { field: 'From', before: '—', after: '—' },
      { field: 'Done at', before: '—', after: '—' },
    ])
  })

  it('shows the values of fields in words, and names in place of ids', () => {
    const names = new Map([
      ['folder_id 3', 'Campaigns'],
      ['tags 7', 'News'],
    ])
    expect(changesOf(entry, names, labelsOf(entry))).toEqual([
      { field: 'Title', before: 'Autumn', after: '—' },
      { field: 'Folder', before: 'Campaigns', after: '—' },
      { field: 'Tags', before: 'News, 8', after: '—' },
      { field: 'Password', before: '—', after: 'set' },
      { field: 'Enabled', before: 'Yes', after: 'No' },
    ])
  })

  it('that was created shows the domain by its name only', () => {
    const made = { ...entry, before: null, after: { domain_id: 1, domain: 'go.example' } }
    expect(changesOf(made, new Map(), labelsOf(made))).toEqual([
      { field: 'Domain', before: '—', after: 'go.example' },
    ])
  })
})

it('filters in the address become a query with whole days', () => {
  const { from, to, ...rest } = toQuery({
    actor: 'user:71',
    kind: 'link',
    change: 'deleted',
    from: '2026-11-01',
    to: '2026-11-01',
  })
  expect(rest).toEqual({
    actor_kind: 'user',
    actor_id: '71',
    object_kind: 'link',
    operation: 'deleted',
  })
  expect(Date.parse(`${to}`) - Date.parse(`${from}`)).toBe(86_400_000)
  expect(toQuery({ actor: 'operator', from: 'yesterday' })).toEqual({ actor_kind: 'operator' })
})
