import { TASKS } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import { DateTime, Envelope, Nullable, OneOf, PageQuery } from '../../schema/shared.schema.ts'
import { Email, ignored, OptionalEmail } from '../../schema/text.schema.ts'
import { CreatedKey } from '../keys/key.schema.ts'
import { RegisterPasskey } from '../passkeys/passkey.schema.ts'
import { NewPassword, PersonName, Role, Token } from '../people/person.schema.ts'

const member = {
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  own_links_only: Type.Boolean(),
  email_verified: Type.Boolean(),
  created_at: DateTime,
}

export const Member = Type.Object(member, { title: 'Member' })

export const MemberList = Envelope(Member)

const OwnLinksOnly = { own_links_only: Type.Optional(Type.Boolean()) }

export const UpdateMember = Type.Object(
  {
    ...ignored(['id', 'email', 'name', 'email_verified', 'created_at']),
    role: Type.Optional(Role),
    ...OwnLinksOnly,
  },
  { additionalProperties: false },
)

const KEY_FATES = ['revoke', 'hand_over'] as const
export const RemoveMemberQuery = Type.Object(
  { keys: Type.Optional(OneOf(KEY_FATES)), keep: Type.Optional(Type.Array(OneOf(TASKS))) },
  { additionalProperties: false },
)

/** What a member has set up and continues without them, unless it is stopped. */
export const MemberTasks = Type.Object(
  {
    webhooks: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    imports: Type.Array(Type.Object({ job_id: Type.String(), status: Type.String() })),
  },
  { title: 'MemberTasks' },
)

/** The only response that contains the new secrets of the keys that were handed over. */
export const RemovedMember = Type.Object(
  { id: Type.Integer(), deleted: Type.Literal(true), keys: Type.Array(CreatedKey) },
  { title: 'RemovedMember' },
)

const invitation = {
  id: Type.Integer(),
  role: Role,
  own_links_only: Type.Boolean(),
  email: Nullable(Type.String()),
  expires_at: DateTime,
  created_at: DateTime,
}

export const Invitation = Type.Object(invitation, { title: 'Invitation' })

/** The only response that contains the token. */
export const CreatedInvitation = Type.Object(
  { ...invitation, token: Type.String(), mailed: Nullable(Type.Boolean()) },
  { title: 'CreatedInvitation' },
)

/** What the person who holds a token is invited to. */
export const InvitationPreview = Type.Object(
  {
    organization: Type.Object({ id: Type.String(), name: Type.String() }),
    role: Role,
    email: invitation.email,
    expires_at: DateTime,
  },
  { title: 'InvitationPreview' },
)

export const PreviewInvitation = Type.Object({ token: Token }, { additionalProperties: false })

export const InvitationList = Envelope(Invitation)

export const CreateInvitation = Type.Object(
  {
    ...ignored(['id', 'expires_at', 'created_at', 'token', 'mailed']),
    role: Role,
    ...OwnLinksOnly,
    email: OptionalEmail,
  },
  { additionalProperties: false },
)

const newPerson = { token: Token, email: Email, name: PersonName }

export const BeginAcceptance = Type.Object(newPerson, { additionalProperties: false })

/** A new person has a password, a passkey, or both. */
export const AcceptInvitation = Type.Object(
  {
    ...newPerson,
    password: Type.Optional(NewPassword),
    passkey: Type.Optional(RegisterPasskey),
  },
  { additionalProperties: false },
)

export const ListQuery = Type.Object(PageQuery, { additionalProperties: false })
