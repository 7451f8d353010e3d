import type { CreateLinkRequest, UpdateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { expect, it } from 'vitest'
import { checkCreate, checkUpdate } from './link.rules.ts'

const request = (fields: Partial<CreateLinkRequest> = {}): CreateLinkRequest =>
  ({ url: 'https://e.com/', domain_id: 1, tags: [], ...fields }) as CreateLinkRequest

it('accepts a link with only a destination', () => {
  expect(checkCreate(request())).toMatchObject({
    slug: null,
    password: undefined,
    columns: {
      url: 'https://e.com/',
      title: '',
      tag_ids: [],
      redirect_code: null,
      expires_after: 0,
      expires_at: null,
    },
  })
})

it('treats empty strings as absent, deduplicates tags, and composes slugs (NFC)', () => {
  const draft = checkCreate(
    request({ slug: 'e\u0301', expire_url: '', utm_source: '', tags: [3, 3, 2], ios: '' }),
  )

  expect(draft).toMatchObject({
    slug: '\u00e9',
    columns: { expire_url: null, ios: null, tag_ids: [3, 2], utm_source: null },
  })
})

it('removes control and bidirectional characters from a title', () => {
  expect(checkCreate(request({ title: ' a\u202eb\u0007c ' }))).toMatchObject({
    columns: { title: 'a b c' },
  })
})

it('reports all errors, not only the first', () => {
  const errors = checkCreate(
    request({
      url: 'javascript:alert(1)',
      slug: 'a/b',
      slug_length: 2,
      redirect_code: 307,
      expires_after: -1,
      expire_url: 'https://u:p@e.com/',
      ios: 'ftp://e.com',
      password: '',
      utm_term: 'a\u0000',
      title: 'x'.repeat(513),
      expires_at: new Date(Number.NaN),
      tags: Array.from({ length: 51 }, (_, i) => i + 1),
    }),
  )

  expect((errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
    'expire_url',
    'expires_after',
    'expires_at',
    'ios',
    'password',
    'redirect_code',
    'slug',
    'slug_length',
    'tags',
    'title',
    'url',
    'utm_term',
  ])
})

it('rejects setting and removing a password in one request', () => {
  expect(checkCreate(request({ password: 'x', remove_password: true }))).toEqual([
    expect.objectContaining({ field: 'remove_password' }),
  ])
  expect(checkCreate(request({ remove_password: true }))).toMatchObject({
    password: null,
  })
})

const update = (fields: Partial<UpdateLinkRequest>) =>
  checkUpdate({ id: 1, clear: [], ...fields } as UpdateLinkRequest)

it('changes only the given fields', () => {
  expect(update({})).toMatchObject({ columns: {}, slug: undefined, password: undefined })
  expect(update({ title: 'New', tags: { ids: [] } })).toMatchObject({
    columns: { title: 'New', tag_ids: [] },
  })
  expect(Object.keys((update({ title: 'New' }) as { columns: object }).columns)).toEqual(['title'])
})

it('clears the listed fields, but never the destination', () => {
  const clear = ['title', 'tags', 'folder_id', 'expires_after', 'password', 'utm_term', 'ios']

  expect(update({ clear })).toMatchObject({
    password: null,
    columns: {
      title: '',
      tag_ids: [],
      folder_id: null,
      expires_after: 0,
      utm_term: null,
      ios: null,
    },
  })
  expect(update({ clear: ['url', 'domain_id'] })).toMatchObject([
    { field: 'url' },
    { field: 'domain_id' },
  ])
})
