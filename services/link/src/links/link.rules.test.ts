import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { expect, it } from 'vitest'
import { checkDraft, loopHost } from './link.rules.ts'

const request = (fields: Partial<CreateLinkRequest> = {}): CreateLinkRequest =>
  ({ url: 'https://e.com/', domainId: 1, tags: [], ...fields }) as CreateLinkRequest

it('takes a link with a destination and nothing else', () => {
  expect(checkDraft(request())).toMatchObject({
    url: 'https://e.com/',
    slug: null,
    title: '',
    tagIds: [],
    redirectCode: null,
    expiresAfter: 0,
    password: null,
  })
})

it('takes empty texts for absent, tags once, and slugs composed', () => {
  const draft = checkDraft(
    request({ slug: 'e\u0301', expireUrl: '', utmSource: '', tags: [3, 3, 2], ios: '' }),
  )

  expect(draft).toMatchObject({ slug: '\u00e9', expireUrl: null, ios: null, tagIds: [3, 2] })
  expect(draft).toMatchObject({ utm: [null, null, null, null, null, null] })
})

it('takes what could disguise a title out of it', () => {
  expect(checkDraft(request({ title: ' a\u202eb\u0007c ' }))).toMatchObject({ title: 'a b c' })
})

it('names everything that is wrong, not the first', () => {
  const errors = checkDraft(
    request({
      url: 'javascript:alert(1)',
      slug: 'a/b',
      slugLength: 2,
      redirectCode: 307,
      expiresAfter: -1,
      expireUrl: 'https://u:p@e.com/',
      ios: 'ftp://e.com',
      password: '',
      utmTerm: 'a\u0000',
      title: 'x'.repeat(513),
      expiresAt: new Date(Number.NaN),
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

it('refuses to set and to remove a password at once', () => {
  expect(checkDraft(request({ password: 'x', removePassword: true }))).toEqual([
    expect.objectContaining({ field: 'remove_password' }),
  ])
  expect(checkDraft(request({ removePassword: true }))).toMatchObject({ password: null })
})

const local = { scheme: 'http', port: 8080 }
const online = { scheme: 'https', port: 0 }
it.each([
  ['http://localhost:8080/x', local, 'localhost'],
  ['http://localhost:8081/x', local, undefined],
  ['https://WWW.Go.example./x', online, 'go.example'],
  ['https://go.example:443/', online, 'go.example'],
  ['http://go.example/', online, undefined],
  ['itms-apps://go.example/', online, undefined],
])('%s beside short urls on %j could lead to %s', (url, base, host) => {
  expect(loopHost(url, base)).toBe(host)
})
