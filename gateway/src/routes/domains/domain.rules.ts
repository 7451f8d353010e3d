import type {
  CreateDomainRequest,
  Domain as DomainMessage,
  ProvableDomain as ProvableMessage,
  UpdateDomainRequest,
} from '@fingerpost/protos/catalog/v1/domain'
import type { Static } from 'typebox'
import { bodyOf } from '../../schema/body.mapper.ts'
import {
  type CreateDomain,
  Domain,
  type ProvableDomain,
  type UpdateDomain,
} from './domain.schema.ts'

/** Converts a new domain to catalog's request; null means not set. */
export const toCreateRequest = (body: Static<typeof CreateDomain>): CreateDomainRequest => ({
  name: body.name,
  ...settable(body),
})

const SETTABLE = [
  'slug_length',
  'allow_preview',
  'root_url',
  'not_found_url',
  'expired_url',
  'case_sensitive',
  'forward_query',
  'is_default',
] as const

/** Converts an update to catalog's request: absent keeps the value, null restores its default. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateDomain>,
): UpdateDomainRequest => ({
  id,
  name: body.name,
  ...settable(body),
  clear: SETTABLE.filter((name) => body[name] === null),
})

const settable = (body: Static<typeof UpdateDomain>) =>
  Object.fromEntries(SETTABLE.map((name) => [name, body[name] ?? undefined])) as Partial<
    Pick<UpdateDomainRequest, (typeof SETTABLE)[number]>
  >

/** A domain as the API returns it. */
export const toDomainBody = ({ proof_state, is_default, ...domain }: DomainMessage) =>
  toBody({
    ...domain,
    is_default: is_default ?? false,
    proof_state: proof_state ?? (domain.verified ? 'proven' : 'pending'),
  })
const toBody = bodyOf(Domain)

export const toProvableBody = ({
  domain,
  records,
  pointing,
}: ProvableMessage): Static<typeof ProvableDomain> => ({
  ...toDomainBody(domain as DomainMessage),
  records,
  pointing: {
    records: pointing?.records ?? [],
    found: pointing?.found ?? [],
    ok: pointing?.ok ?? null,
  },
})
