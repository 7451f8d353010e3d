import { ADDRESS_PRECISIONS, type AddressPrecision } from '@fingerpost/kit/net/ip'
import { Type } from 'typebox'
import { DateTime, Nullable, OneOf } from '../../schema/shared.schema.ts'
import { ignored, Name } from '../../schema/text.schema.ts'

const shown = {
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  logo: Nullable(Type.String()),
}

/** What visitors of the bio page see of an organization. */
export const PublicOrganization = Type.Object(shown, { title: 'PublicOrganization' })

export const Organization = Type.Object(
  {
    ...shown,
    time_zone: Nullable(Type.String()),
    click_retention_months: Nullable(
      Type.Integer({
        description: 'Months for which the team keeps clicks; null: as long as the instance',
      }),
    ),
    effective_click_retention_months: Nullable(
      Type.Integer({
        description:
          'Months for which clicks are kept, within the limit of the instance; null: forever',
      }),
    ),
    click_ip: Type.Unsafe<AddressPrecision>({
      ...OneOf(ADDRESS_PRECISIONS),
      description: 'How much of the IP address of a click this instance stores',
    }),
  },
  { title: 'Organization' },
)

const RetentionMonths = Type.Integer({ minimum: 1, maximum: 600 })

export const RetentionQuery = Type.Object(
  { click_retention_months: RetentionMonths },
  { additionalProperties: false },
)

export const Retention = Type.Object(
  {
    click_retention_months: Type.Integer(),
    before: DateTime,
    clicks: Type.Integer({ description: 'Clicks before that time, including those of bots' }),
    links: Type.Integer({ description: 'Links with such clicks' }),
  },
  { title: 'Retention' },
)

export const TimeZone = Type.String({ minLength: 1, maxLength: 64 })

export const CreateOrganization = Type.Object({ name: Name(128) }, { additionalProperties: false })

export const UpdateOrganization = Type.Object(
  {
    ...ignored(['id', 'effective_click_retention_months', 'click_ip']),
    name: Type.Optional(Name(128)),
    slug: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        pattern: '^[a-zA-Z0-9][a-zA-Z0-9-]{1,62}[a-zA-Z0-9]$',
        'x-fault': {
          code: 'invalid_slug',
          detail: 'must be 3 to 64 of a-z, 0-9 and -, and neither begin nor end with -',
        },
      }),
    ),
    logo: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], 'x-url': 'https' })),
    time_zone: Type.Optional(Nullable(TimeZone)),
    click_retention_months: Type.Optional(Nullable(RetentionMonths)),
  },
  { additionalProperties: false },
)
