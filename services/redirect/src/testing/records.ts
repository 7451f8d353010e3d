import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'

/** A plain link, but for what a test says. */
export const slugRecord = (own: Partial<SlugRecord> = {}): SlugRecord => ({
  version: 1,
  linkId: 1,
  orgId: 7,
  domainId: 1,
  slug: 'abc',
  shortUrl: 'http://go.example/abc',
  title: 'A title',
  deleted: false,
  free: false,
  url: 'https://example.com/page?x=1#top',
  redirectCode: 302,
  expiresAfter: 0,
  ab: [],
  geo: [],
  ...own,
})

/** A verified domain, but for what a test says. */
export const domainRecord = (own: Partial<DomainRecord> = {}): DomainRecord => ({
  version: 1,
  id: 1,
  orgId: 7,
  name: 'go.example',
  verified: true,
  allowPreview: true,
  caseSensitive: false,
  forwardQuery: 'merge',
  ...own,
})
