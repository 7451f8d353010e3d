import type { Operations } from '../../docs/operation.schema.ts'
import { ME_EXAMPLE } from '../people/person.docs.ts'

const MEMBER = {
  id: 71,
  email: 'jana@example.com',
  name: 'Jana',
  role: 'editor',
  created_at: '2026-11-01T08:00:00.000Z',
}
const INVITATION = {
  id: 4,
  role: 'editor',
  email: 'jana@example.com',
  expires_at: '2026-11-08T08:00:00.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
}
const tag = 'Members'

export const memberDocs: Operations = {
  'GET /member': {
    id: 'listMembers',
    summary: 'List members',
    description: 'Oldest first.',
    tag,
    answer: { items: [MEMBER], total: 1, offset: 0, limit: 25 },
  },
  'GET /member/{id}': { id: 'getMember', summary: 'Read a member', tag, answer: MEMBER },
  'PUT /member/{id}': {
    id: 'updateMember',
    summary: 'Change the role of a member',
    description:
      'Takes effect within a second, also for the API keys that the member created. Only an owner can appoint or change owners, and one owner always remains.',
    tag,
    request: { role: 'editor' },
    answer: MEMBER,
    problems: ['owner_required', 'last_owner'],
  },
  'DELETE /member/{id}': {
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      'The links of the member stay. The API keys that the member created are revoked, or become those of the caller with `keys=hand_over`. A key that is handed over keeps the scopes that the current role of the member allows, except `member:write` and `key:manage`, because the member still knows it.',
    tag,
    answer: { id: 71, deleted: true },
    problems: ['owner_required', 'last_owner'],
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
      'The token is returned only in this response; give it to the person. It works once, for seven days, and with `email` only for that address. Only an owner can invite owners. It becomes invalid if the person who made it is removed, disabled, or may no longer make it. A team can have 100 open invitations.',
    tag,
    request: { role: 'editor', email: 'jana@example.com' },
    answer: { ...INVITATION, token: 'fpi_…' },
    problems: ['owner_required', 'quota_exceeded'],
  },
  'DELETE /invitation/{id}': {
    id: 'deleteInvitation',
    summary: 'Withdraw an invitation',
    tag,
    answer: { id: 4, deleted: true },
  },
  'POST /invitation/accept': {
    id: 'acceptInvitation',
    summary: 'Create an account with an invitation',
    description:
      'Creates an account, makes it a member of the organization and signs it in. If you have an account, sign in and join the organization instead.',
    tag,
    request: {
      token: 'fpi_…',
      email: 'jana@example.com',
      name: 'Jana',
      password: 'correct horse battery',
    },
    answer: ME_EXAMPLE,
    problems: ['invalid_invitation', 'invitation_for_other_email', 'account_exists'],
  },
}
