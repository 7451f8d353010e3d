import type {
  CreateDomainRequest,
  Domain as DomainMessage,
  ProvableDomain as ProvableMessage,
  UpdateDomainRequest,
} from '@fingerpost/protos/catalog/v1/domain'
import type { Static } from 'typebox'
import type { CreateDomain, Domain, ProvableDomain, UpdateDomain } from './domain.schema.ts'

/** A new domain as catalog takes it; null means not set. */
export const toCreateRequest = (body: Static<typeof CreateDomain>): CreateDomainRequest => ({
  name: body.name,
  ...settable(body),
})

const CLEARABLE = [
  'slug_length',
  'allow_preview',
  'root_url',
  'not_found_url',
  'expired_url',
  'case_sensitive',
  'forward_query',
] as const

/** A change as catalog takes it: absent is kept, null gets its default back. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateDomain>,
): UpdateDomainRequest => ({
  id,
  name: body.name,
  ...settable(body),
  clear: CLEARABLE.filter((name) => body[name] === null),
})

const settable = (body: Static<typeof UpdateDomain>) => ({
  slugLength: body.slug_length ?? undefined,
  allowPreview: body.allow_preview ?? undefined,
  rootUrl: body.root_url ?? undefined,
  notFoundUrl: body.not_found_url ?? undefined,
  expiredUrl: body.expired_url ?? undefined,
  caseSensitive: body.case_sensitive ?? undefined,
  forwardQuery: body.forward_query ?? undefined,
})

/** A domain as the interface shows it. */
export const toDomainBody = (domain: DomainMessage): Static<typeof Domain> => ({
  id: domain.id,
  org_id: String(domain.orgId),
  name: domain.name,
  slug_length: domain.slugLength,
  allow_preview: domain.allowPreview,
  verified: domain.verified,
  ...(domain.owner === undefined ? {} : { owner: domain.owner }),
  root_url: domain.rootUrl ?? null,
  not_found_url: domain.notFoundUrl ?? null,
  expired_url: domain.expiredUrl ?? null,
  case_sensitive: domain.caseSensitive,
  forward_query: domain.forwardQuery,
  proof_state: domain.proofState ?? (domain.verified ? 'proven' : 'pending'),
  proof_checked_at: domain.proofCheckedAt?.toISOString() ?? null,
  proof_due_at: domain.proofDueAt?.toISOString() ?? null,
})

export const toProvableBody = ({
  domain,
  records,
}: ProvableMessage): Static<typeof ProvableDomain> => ({
  ...toDomainBody(domain as DomainMessage),
  records,
})
