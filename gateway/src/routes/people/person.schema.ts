import { ROLES } from '@fingerpost/protos/people'
import { type Static, Type } from 'typebox'
import { DateTime, OneOf, PathId } from '../../schema/shared.schema.ts'
import { ignored, Name } from '../../schema/text.schema.ts'

export const Role = OneOf(ROLES)

const email = {
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+$',
  'x-fault': { code: 'invalid_email', detail: 'must be an e-mail address' },
}
export const Email = Type.String(email)

/** An e-mail address that may be absent or null; both mean not set. */
export const OptionalEmail = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...email }),
)

export const PersonName = Name(128)
export const NewPassword = Type.String({ minLength: 10, maxLength: 256 })
export const Password = Type.String({ minLength: 1, maxLength: 256 })
export const Token = Type.String({ minLength: 1, maxLength: 128 })

/** The signed-in user. */
export const Me = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    time_zone: Type.String(),
    has_password: Type.Boolean(),
    organizations: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String(), role: Role }),
    ),
    created_at: DateTime,
  },
  { title: 'Me' },
)
export type Me = Static<typeof Me>

export const UpdateMe = Type.Object(
  {
    ...ignored(['id', 'email', 'has_password', 'organizations', 'created_at']),
    name: Type.Optional(PersonName),
    time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
)

export const ChangePassword = Type.Object(
  { current_password: Password, password: NewPassword },
  { additionalProperties: false },
)

export const ResetPassword = Type.Object(
  { token: Token, password: NewPassword },
  { additionalProperties: false },
)

export const SignInBody = Type.Object(
  { email: Email, password: Password },
  { additionalProperties: false },
)

export const JoinTeam = Type.Object({ token: Token }, { additionalProperties: false })

export const Session = Type.Object(
  {
    id: Type.Integer(),
    user_agent: Type.String(),
    created_at: DateTime,
    seen_at: DateTime,
    current: Type.Boolean(),
  },
  { title: 'Session' },
)

export const SessionList = Type.Object({ items: Type.Array(Session), total: Type.Integer() })

export const SessionParams = Type.Object({ id: PathId })

export const Ended = Type.Object({ ended: Type.Literal(true) })

export const Done = Type.Object({ done: Type.Literal(true) })
