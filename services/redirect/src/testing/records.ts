import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'

/** A plain link with overrides by the test. */
export const slugRecord = (own: Partial<SlugRecord> = {}): SlugRecord => ({
  version: 1,
  link_id: 1,
  org_id: 7,
  domain_id: 1,
  slug: 'abc',
  short_url: 'http://go.example/abc',
  title: 'A title',
  deleted: false,
  free: false,
  url: 'https://example.com/page?x=1#top',
  redirect_code: 302,
  expires_after: 0,
  ab: [],
  geo: [],
  rules: [],
  ...own,
})

/** A verified domain with overrides by the test. */
export const domainRecord = (own: Partial<DomainRecord> = {}): DomainRecord => ({
  version: 1,
  id: 1,
  org_id: 7,
  name: 'go.example',
  verified: true,
  allow_preview: true,
  case_sensitive: false,
  forward_query: 'merge',
  ...own,
})
