import { Type } from 'typebox'
import { Nullable } from '../../schema/shared.schema.ts'
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
  { ...shown, time_zone: Nullable(Type.String()) },
  { title: 'Organization' },
)

export const TimeZone = Type.String({ minLength: 1, maxLength: 64 })

export const CreateOrganization = Type.Object({ name: Name(128) }, { additionalProperties: false })

export const UpdateOrganization = Type.Object(
  {
    ...ignored(['id']),
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
  },
  { additionalProperties: false },
)
