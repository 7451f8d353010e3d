import { Type } from 'typebox'
import {
  DateTime,
  Envelope,
  Nullable,
  OneOf,
  PageQuery,
  PathId,
} from '../../schema/shared.schema.ts'
import { ignored } from '../../schema/text.schema.ts'
import {
  Email,
  NewPassword,
  OptionalEmail,
  PersonName,
  Role,
  Token,
} from '../people/person.schema.ts'

const member = {
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  created_at: DateTime,
}

export const Member = Type.Object(member, { title: 'Member' })

export const MemberList = Envelope(Member)

export const UpdateMember = Type.Object(
  { ...ignored(['id', 'email', 'name', 'created_at']), role: Type.Optional(Role) },
  { additionalProperties: false },
)

const KEY_FATES = ['revoke', 'hand_over'] as const
export const RemoveMemberQuery = Type.Object(
  { keys: Type.Optional(OneOf(KEY_FATES)) },
  { additionalProperties: false },
)

const invitation = {
  id: Type.Integer(),
  role: Role,
  email: Nullable(Type.String()),
  expires_at: DateTime,
  created_at: DateTime,
}

export const Invitation = Type.Object(invitation, { title: 'Invitation' })

/** The only response that contains the token. */
export const CreatedInvitation = Type.Object(
  { ...invitation, token: Type.String() },
  { title: 'CreatedInvitation' },
)

export const InvitationList = Envelope(Invitation)

export const CreateInvitation = Type.Object(
  { ...ignored(['id', 'expires_at', 'created_at', 'token']), role: Role, email: OptionalEmail },
  { additionalProperties: false },
)

export const AcceptInvitation = Type.Object(
  { token: Token, email: Email, name: PersonName, password: NewPassword },
  { additionalProperties: false },
)

export const MemberParams = Type.Object({ id: PathId })

export const ListQuery = Type.Object(PageQuery, { additionalProperties: false })
