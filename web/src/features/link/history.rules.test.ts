import { expect, it } from 'vitest'
import { sayActor, sayChange, textChange } from './history.rules.ts'
import type { Entry } from './link-page.queries.ts'

const entry = (fields: Partial<Entry>): Entry => ({
  id: '',
  at: '',
  actor: { kind: 'key', id: '1', name: 'Newsletter', user_id: null },
  address: null,
  request_id: null,
  operation: 'updated',
  object: { kind: 'link', id: '1', name: null },
  before: null,
  after: null,
  ...fields,
})

it.each([
  [{ operation: 'created' }, 'Created'],
  [{ operation: 'restored' }, 'Restored from the trash'],
  [
    { before: { url: 'a', title: 'b' }, after: { url: 'c', title: 'd' } },
    'Changed: Destination, Title',
  ],
  [
    { before: { domain_id: 1, domain: 'a', slug: 'x' }, after: { domain_id: 2, domain: 'b' } },
    'Changed: Domain, Slug',
  ],
])('says what changed: %j', (fields, sentence) => {
  expect(sayChange(entry(fields))).toBe(sentence)
})

it('shows the old and the new text of a change', () => {
  const fields = { before: { utm_source: 'x', url: 'a' }, after: { utm_source: null, url: 'b' } }
  expect(textChange(entry(fields))).toEqual(['a', 'b'])
  expect(textChange(entry({ operation: 'created', after: { url: 'b' } }))).toBeUndefined()
})

it('names the actor, or its kind', () => {
  const actor = { kind: 'system', id: null, name: null, user_id: null }
  expect([sayActor(entry({})), sayActor(entry({ actor }))]).toEqual(['Newsletter', 'Fingerpost'])
})
