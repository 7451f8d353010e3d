import { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { expect, it } from 'vitest'
import { toLinkChange, toSlugRecord } from './describe.rules.ts'
import { EMPTY } from './field.rules.ts'
import type { LinkRow } from './row.schema.ts'

const at = new Date(1_700_000_000_000)
const row: LinkRow = {
  ...EMPTY,
  id: 5,
  org_id: 7,
  user_id: 70,
  domain_id: 3,
  domain: 'go.example',
  slug: 'Slug',
  slug_key: 'slug',
  url: 'https://e.com/',
  title: 'A title',
  folder_id: 4,
  tag_ids: [6, 8],
  utm_source: 'mail',
  utm_reference: 'r',
  redirect_code: 301,
  password_hash: '$argon2id$',
  expires_at: at,
  expires_after: 9,
  limit_version: 2,
  limit_started: 1,
  system_updated_at: null,
  reported_expires_at: null,
  reported_expires_after: null,
  idempotency_key: null,
  expire_url: 'https://e.com/over',
  ios: 'https://e.com/ios',
  ...forLists(() => []),
  ab: [{ id: 1, url: 'https://e.com/b', percent: 12.5 }],
  geo: [{ id: 2, country: 'CZ', url: 'https://e.com/cz' }],
  version: 11,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  purged_at: null,
}
const shortUrl = 'https://go.example/Slug'

it('a record in Redis has JSON without absent values, and destinations as rules', () => {
  const written = JSON.stringify(SlugRecord.toJSON(toSlugRecord(row, shortUrl)))

  expect(JSON.parse(written)).toEqual({
    version: 11,
    linkId: 5,
    orgId: 7,
    domainId: 3,
    slug: 'Slug',
    shortUrl,
    title: 'A title',
    deleted: false,
    url: 'https://e.com/',
    redirectCode: 301,
    expiresAtMs: 1_700_000_000_000,
    expiresAfter: 9,
    limitVersion: 2,
    expireUrl: 'https://e.com/over',
    passwordHash: '$argon2id$',
    utmSource: 'mail',
    utmReference: 'r',
    free: false,
    rules: [
      { variant: 'ios', url: 'https://e.com/ios', when: { phone: 'ios' } },
      { variant: 'geo:2', url: 'https://e.com/cz', when: { country: 'CZ' } },
      { variant: 'ab:1', url: 'https://e.com/b', when: { bucketBelow: 12.5 } },
    ],
  })
})

it('a change in the queue has JSON with numbers as numbers', () => {
  const written = JSON.stringify(LinkChange.toJSON(toLinkChange(row, shortUrl, 'updated')))

  expect(JSON.parse(written)).toEqual({
    version: 11,
    kind: 'updated',
    linkId: 5,
    orgId: 7,
    domainId: 3,
    domain: 'go.example',
    slug: 'Slug',
    shortUrl,
    url: 'https://e.com/',
    title: 'A title',
    folderId: 4,
    tagIds: [6, 8],
    deleted: false,
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    userId: 70,
  })
})
