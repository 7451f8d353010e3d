import type { Operations } from '../../schema/operation.schema.ts'
import { CREATED_KEY } from '../keys/key.docs.ts'
import { CREATION_OPTIONS } from '../passkeys/passkey.docs.ts'
import { ME_EXAMPLE } from '../people/person.docs.ts'

const MEMBER = {
  id: 71,
  email: 'jana@example.com',
  name: 'Jana',
  role: 'editor',
  own_links_only: false,
  email_verified: true,
  created_at: '2026-11-01T08:00:00.000Z',
}
const INVITATION = {
  id: 4,
  role: 'editor',
  own_links_only: false,
  email: 'jana@example.com',
  expires_at: '2026-11-08T08:00:00.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
}
const tag = 'Members'

export const memberDocs: Operations = {
  'GET /member': {
    id: 'listMembers',
    summary: 'List members',
    description:
      'Oldest first. `email_verified` is false while the email address of the account is not verified: an invitation without an address lets its holder enter any. An account is verified by an invitation that was mailed to it, a password reset, single sign-on or the operator. The first verification of an existing account removes its passkeys, sessions, API keys and memberships.',
    tag,
    answer: { items: [MEMBER], total: 1, offset: 0, limit: 25 },
  },
  'GET /member/{id}': { id: 'getMember', summary: 'Read a member', tag, answer: MEMBER },
  'PUT /member/{id}': {
    id: 'updateMember',
    summary: 'Change the role of a member',
    description:
      'Takes effect within a second, also for the API keys that the member created. Only an owner can appoint or change owners, and one owner always remains. An API key can give a role only if it has all scopes of the role; otherwise, the code is `insufficient_scope`. With `own_links_only`, an editor can read, change and delete only the links that they created, and sees only the clicks of these links. What the member created and could not create with the new role stops within seconds: webhooks are disabled, and the remaining rows of imports fail.',
    tag,
    request: { role: 'editor' },
    answer: MEMBER,
    problems: ['owner_required', 'last_owner'],
  },
  'DELETE /member/{id}': {
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      'The links of the member stay. The API keys that the member created are revoked, or become those of the caller with `keys=hand_over`. A key that is handed over gets a new secret, which is returned only in this response, and the previous ones end. If a key makes this request, the keys that it hands over end with it, like those that it creates. It keeps the scopes that the current role of the member and the key or session of this request allow, except `member:write`, `key:manage`, `team:write` and `click:erase`; keys of a member with `own_links_only` are always revoked. Webhooks and unfinished imports that the member created are stopped within seconds: the webhooks are disabled, and the remaining rows of the imports fail. With `keep=webhooks` and `keep=imports`, they continue and are handed over to the caller; `GET /member/{id}/tasks` lists them.',
    tag,
    answer: { id: 71, deleted: true, keys: [CREATED_KEY] },
    problems: ['owner_required', 'last_owner'],
  },
  'GET /member/{id}/tasks': {
    id: 'listMemberTasks',
    summary: 'List webhooks and imports of a member',
    description:
      'The enabled webhooks and the unfinished imports that the member created: what stops when the member is removed, unless it is kept.',
    tag,
    answer: {
      webhooks: [{ id: 5, name: 'Shop' }],
      imports: [{ job_id: '9', status: 'running' }],
    },
  },
  'GET /invitation': {
    id: 'listInvitations',
    summary: 'List open invitations',
    description: 'Newest first, without accepted and expired invitations.',
    tag,
    answer: { items: [INVITATION], total: 1, offset: 0, limit: 25 },
  },
  'POST /invitation': {
    id: 'createInvitation',
    summary: 'Invite a person',
    description:
      'The token is returned only in this response; give it to the person. It works once, for seven days, and with `email` only for that address; the email contains another token, which also verifies the address of a new account. Only an owner can invite owners, and an API key can invite only to a role of which it has all scopes; otherwise, the code is `insufficient_scope`. It becomes invalid if the person who made it is removed, disabled, or may no longer make it, and if the API key that made it is revoked, has expired, or loses the scope `member:write` or a scope of the role; a rotation does not matter. A team can have 100 open invitations. With `email`, the invitation is also sent to it if the instance sends email: `mailed` is true when the mail server has accepted it, false when sending failed or the limit of an hour is reached (five to one address, whose subaddresses such as `+shop` count as one, and 200 for one team), and null otherwise.',
    tag,
    request: { role: 'editor', email: 'jana@example.com' },
    answer: { ...INVITATION, token: 'fpi_…', mailed: true },
    problems: ['owner_required', 'quota_exceeded'],
  },
  'DELETE /invitation/{id}': {
    id: 'deleteInvitation',
    summary: 'Withdraw an invitation',
    tag,
    answer: { id: 4, deleted: true },
  },
  'POST /invitation/preview': {
    id: 'previewInvitation',
    summary: 'Read an invitation with its token',
    description: 'Shows what the person who holds the token is invited to. Does not use it up.',
    tag,
    request: { token: 'fpi_…' },
    answer: {
      organization: { id: '7', name: 'Shop' },
      role: INVITATION.role,
      email: INVITATION.email,
      expires_at: INVITATION.expires_at,
    },
    problems: ['invalid_invitation'],
  },
  'POST /invitation/passkey/options': {
    id: 'beginAcceptance',
    summary: 'Begin adding a passkey to a new account',
    description:
      'Options for `navigator.credentials.create()`, for a person who accepts an invitation without a password. Their challenge is valid once, for five minutes. Needs the header `Origin` of a page of this instance.',
    tag,
    request: { token: 'fpi_…', email: 'jana@example.com', name: 'Jana' },
    answer: CREATION_OPTIONS,
    problems: [
      'invalid_invitation',
      'invitation_for_other_email',
      'passkeys_need_host_name',
      'foreign_origin',
    ],
  },
  'POST /invitation/accept': {
    id: 'acceptInvitation',
    summary: 'Create an account with an invitation',
    description:
      'Creates an account, makes it a member of the organization and signs it in. It needs a password, or `passkey`: the passkey that the browser made with the options of `POST /invitation/passkey/options`. If you have an account, sign in and join the organization instead. After `account_exists`, only that account can accept the invitation, so that one invitation does not tell which email addresses have accounts.',
    tag,
    request: {
      token: 'fpi_…',
      email: 'jana@example.com',
      name: 'Jana',
      password: 'correct horse battery',
    },
    answer: ME_EXAMPLE,
    problems: [
      'invalid_invitation',
      'invitation_for_other_email',
      'account_exists',
      'passwords_disabled',
      'invalid_passkey',
      'invalid_challenge',
      'passkey_exists',
      'passkeys_need_host_name',
      'foreign_origin',
    ],
  },
}
