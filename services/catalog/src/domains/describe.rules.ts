import type { Domain, DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { DomainRow } from '../catalog.schema.ts'

/** Where redirect looks for the record of a domain. */
export const domainRecordKey = (name: string) => `domain:${name}`

/** As much of a domain as its team may know. */
export type ShownDomain = Omit<DomainRow, 'version' | 'verify_token' | 'created_at' | 'updated_at'>

/** A domain as its team sees it. */
export const toDomain = (row: ShownDomain): Domain => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  slugLength: row.slug_length,
  allowPreview: row.allow_preview,
  verified: row.verified,
  owner: row.owner ?? undefined,
  rootUrl: row.root_url ?? undefined,
  notFoundUrl: row.not_found_url ?? undefined,
  expiredUrl: row.expired_url ?? undefined,
  caseSensitive: row.case_sensitive,
  forwardQuery: row.forward_query,
})

/** A domain as redirect needs it. */
export const toDomainRecord = (row: DomainRow): DomainRecord => ({
  version: row.version,
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  verified: row.verified,
  allowPreview: row.allow_preview,
  caseSensitive: row.case_sensitive,
  forwardQuery: row.forward_query,
  rootUrl: row.root_url ?? undefined,
  notFoundUrl: row.not_found_url ?? undefined,
  expiredUrl: row.expired_url ?? undefined,
})
