import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { DestinationField, Lists } from '@fingerpost/protos/redirect-rules'
import { compileRules } from '../../../link/src/variants/compile.rules.ts'

/** Overrides of a test: fields of a record, and destinations as the API has them. */
export type OwnFields = Partial<
  SlugRecord & Record<DestinationField, string | undefined> & Omit<Lists, 'rules'>
> & {
  /** The rules of the link, which `rules` of the record includes. */
  typed?: Lists['rules']
}

/** A plain link with overrides by the test. */
export const slugRecord = ({
  ios,
  android,
  ab,
  geo,
  typed,
  ...own
}: OwnFields = {}): SlugRecord => ({
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
  rules: compileRules({
    ios: ios ?? null,
    android: android ?? null,
    ab: ab ?? [],
    geo: geo ?? [],
    rules: typed ?? [],
  }),
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
