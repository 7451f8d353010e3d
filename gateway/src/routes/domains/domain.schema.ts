import { FORWARD_MODES, PROOF_STATES } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import {
  DateTime,
  Nullable,
  OneOf,
  OptionalInteger,
  OptionalUrl,
  PageQuery,
  SortQuery,
} from '../../schema/shared.schema.ts'
import { ignored, Search } from '../../schema/text.schema.ts'

const fields = {
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
  forward_query: OneOf(FORWARD_MODES),
  is_default: Type.Boolean({
    description:
      'Whether it is the default domain for new links in the dashboard; true for at most one domain',
  }),
  proof_state: Type.String({
    enum: [...PROOF_STATES],
    description:
      'Unverified: pending, or expired after 7 days. Verified: proven, or failing while its DNS record is missing',
  }),
  proof_checked_at: Nullable(DateTime),
  proof_due_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When a pending domain expires or a failing domain loses its verification',
    }),
  ),
}

export const Domain = Type.Object(fields, { title: 'Domain' })

/** A domain with the DNS records that verify it, and the records found in DNS. */
export const ProvableDomain = Type.Object(
  {
    ...fields,
    records: Type.Array(
      Type.Object({
        type: Type.String(),
        name: Type.String(),
        value: Type.String(),
        found: Type.Array(Type.String()),
        ok: Type.Boolean(),
      }),
      {
        description:
          'A TXT record, and a CNAME record if the instance has an INSTANCE_HOST for it to point to',
      },
    ),
    pointing: Type.Object(
      {
        records: Type.Array(
          Type.Object({ type: Type.String(), name: Type.String(), value: Type.String() }),
        ),
        found: Type.Array(Type.String()),
        ok: Nullable(Type.Boolean()),
      },
      {
        description:
          'Where visitors are led to. `records`: a CNAME, or A and AAAA for an apex; empty without an INSTANCE_HOST. `found`: CNAME targets and addresses in DNS. `ok` is null if it cannot be checked',
      },
    ),
  },
  { title: 'ProvableDomain' },
)

const OptionalBoolean = Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }))

const settable = {
  ...ignored([
    'id',
    'org_id',
    'verified',
    'owner',
    'records',
    'pointing',
    'proof_state',
    'proof_checked_at',
    'proof_due_at',
  ]),
  slug_length: OptionalInteger(3, 64),
  allow_preview: OptionalBoolean,
  root_url: OptionalUrl(),
  not_found_url: OptionalUrl(),
  expired_url: OptionalUrl(),
  case_sensitive: OptionalBoolean,
  forward_query: Type.Optional(Type.Unsafe<string | null>({ enum: [...FORWARD_MODES, null] })),
  is_default: OptionalBoolean,
}

export const CreateDomain = Type.Object(
  { ...settable, name: Type.Unsafe<string>({ type: 'string', 'x-url': 'host' }) },
  { additionalProperties: false },
)

/** `name` cannot be changed; the current one may be sent back. */
export const UpdateDomain = Type.Object(
  { ...settable, name: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

export const ListDomainsQuery = Type.Object(
  { ...PageQuery, ...SortQuery(['name', 'created_at']), search: Search },
  { additionalProperties: false },
)
