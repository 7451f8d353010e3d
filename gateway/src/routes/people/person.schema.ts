import { ROLES } from '@fingerpost/protos/people'
import { SCOPES } from '@fingerpost/protos/words'
import { type Static, Type } from 'typebox'
import { DateTime, Envelope, Nullable, OneOf, PageQuery } from '../../schema/shared.schema.ts'
import { Email, ignored, Name } from '../../schema/text.schema.ts'
import { TimeZone } from '../organization/organization.schema.ts'

export const Role = OneOf(ROLES)

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
    email_verified: Type.Boolean(),
    has_password: Type.Boolean(),
    organizations: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        slug: Type.String(),
        role: Role,
        own_links_only: Type.Boolean(),
        time_zone: Nullable(Type.String()),
        scopes: Type.Array(OneOf(SCOPES)),
      }),
    ),
    can_create_organization: Type.Boolean(),
    created_at: DateTime,
  },
  { title: 'Me' },
)
export type Me = Static<typeof Me>

export const UpdateMe = Type.Object(
  {
    ...ignored([
      ...['id', 'email', 'email_verified', 'has_password', 'organizations'],
      ...['can_create_organization', 'created_at'],
    ]),
    name: Type.Optional(PersonName),
    time_zone: Type.Optional(TimeZone),
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

export const RequestReset = Type.Object({ email: Email }, { additionalProperties: false })

export const SignInBody = Type.Object(
  { email: Email, password: Password },
  { additionalProperties: false },
)

/** The ways in which people can sign in on this instance. */
export const SignInMethods = Type.Object(
  {
    password: Type.Boolean(),
    passkey: Type.Boolean(),
    sso: Nullable(Type.Object({ name: Type.String() })),
  },
  { title: 'SignInMethods' },
)

export const StartSso = Type.Object(
  {
    return_to: Type.Optional(Type.String({ maxLength: 2_048 })),
    invitation: Type.Optional(Token),
  },
  { additionalProperties: false },
)

export const StartedSso = Type.Object({ url: Type.String() })

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

export const SessionList = Envelope(Session)

export const ListSessionsQuery = Type.Object(PageQuery, { additionalProperties: false })

/** Ids of organizations are strings. */
export const Left = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

export const Ended = Type.Object({ ended: Type.Literal(true) })

export const Done = Type.Object({ done: Type.Literal(true) })

/** What else signs in to an account after a password reset. All sessions have ended. */
export const ResetDone = Type.Object(
  {
    done: Type.Literal(true),
    first_proof: Type.Boolean(),
    organizations_left: Type.Array(Type.String()),
    sign_in: Type.Object({
      passkeys: Type.Array(
        Type.Object({
          name: Type.String(),
          created_at: DateTime,
          last_used_at: Nullable(DateTime),
        }),
      ),
      sso: Type.Array(Type.String()),
    }),
    api_keys: Type.Integer(),
  },
  { title: 'ResetDone' },
)
export type ResetDone = Static<typeof ResetDone>
