import type { Domain, DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { DomainRow } from '../catalog.schema.ts'
import { proofOf } from './claim.rules.ts'

/** The columns of a domain that other services receive. */
export type ShownDomain = Pick<
  DomainRow,
  | 'id'
  | 'org_id'
  | 'name'
  | 'slug_length'
  | 'allow_preview'
  | 'verified'
  | 'owner'
  | 'root_url'
  | 'not_found_url'
  | 'expired_url'
  | 'case_sensitive'
  | 'forward_query'
>

/** A domain as other services receive it. */
export const toDomain = (row: ShownDomain): Domain => ({
  id: row.id,
  org_id: row.org_id,
  name: row.name,
  slug_length: row.slug_length,
  allow_preview: row.allow_preview,
  verified: row.verified,
  owner: row.owner ?? undefined,
  root_url: row.root_url ?? undefined,
  not_found_url: row.not_found_url ?? undefined,
  expired_url: row.expired_url ?? undefined,
  case_sensitive: row.case_sensitive,
  forward_query: row.forward_query,
})

/** A domain as redirect needs it. */
export const toDomainRecord = (row: DomainRow): DomainRecord => ({
  version: row.version,
  id: row.id,
  org_id: row.org_id,
  name: row.name,
  verified: row.verified,
  allow_preview: row.allow_preview,
  case_sensitive: row.case_sensitive,
  forward_query: row.forward_query,
  root_url: row.root_url ?? undefined,
  not_found_url: row.not_found_url ?? undefined,
  expired_url: row.expired_url ?? undefined,
})

/** A domain as the API shows it to its team, with its proof state and whether it is the default. */
export const toProvenDomain = (row: DomainRow, nowMs: number): Domain => ({
  ...toDomain(row),
  ...proofOf(row, nowMs),
  is_default: row.is_default,
})

/** A domain in webhooks, with the field names of the REST API. */
export function domainData(row: DomainRow, nowMs: number) {
  const { proof_state, proof_due_at } = proofOf(row, nowMs)
  return {
    id: row.id,
    org_id: String(row.org_id),
    name: row.name,
    verified: row.verified,
    proof_state,
    proof_due_at: proof_due_at?.toISOString() ?? null,
  }
}
