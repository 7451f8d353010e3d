import { Type } from 'typebox'
import { Envelope, Nullable, PageQuery } from '../../schema/shared.schema.ts'

export const Domain = Type.Object(
  {
    id: Type.Integer(),
    org_id: Type.String(),
    name: Type.String(),
    slug_length: Type.Integer(),
    allow_preview: Type.Boolean(),
    verified: Type.Boolean(),
    owner: Type.Optional(Type.String()),
    root_url: Nullable(Type.String()),
    not_found_url: Nullable(Type.String()),
    expired_url: Nullable(Type.String()),
    case_sensitive: Type.Boolean(),
    forward_query: Type.String(),
  },
  { title: 'Domain' },
)

export const DomainList = Envelope(Domain)

export const ListDomainsQuery = Type.Object(PageQuery, { additionalProperties: false })
