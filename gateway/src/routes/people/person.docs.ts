import { ROLE_SCOPES } from '@fingerpost/protos/people'
import type { Operations } from '../../schema/operation.schema.ts'

export const ME_EXAMPLE = {
  id: 71,
  email: 'jana@example.com',
  name: 'Jana',
  time_zone: 'Europe/Prague',
  email_verified: true,
  has_password: true,
  organizations: [
    {
      ...{ id: '7', name: 'Shop', slug: 'shop', role: 'viewer', own_links_only: false },
      time_zone: null,
      scopes: [...ROLE_SCOPES.viewer],
    },
  ],
  can_create_organization: false,
  created_at: '2026-11-01T08:00:00.000Z',
}
const SESSION = {
  id: 12,
  user_agent: 'Mozilla/5.0',
  created_at: '2026-11-01T08:00:00.000Z',
  seen_at: '2026-11-02T09:00:00.000Z',
  current: true,
}
const tag = 'People'
const password = 'correct horse battery'

export const personDocs: Operations = {
  'POST /session': {
    id: 'signIn',
    summary: 'Sign in',
    description:
      'Starts a session and sets its cookie, which later requests send instead of an API key. A session ends after 14 days without requests, and after 90 days at the latest. At most ten attempts a minute per account. Under load, sign-ins are queued per client network (IPv4 /24, IPv6 /48); browsers in which the account has signed in before have a separate queue. An attempt that waits longer than 5 seconds is answered with 503.',
    tag,
    request: { email: 'jana@example.com', password },
    answer: ME_EXAMPLE,
    problems: ['invalid_credentials', 'passwords_disabled'],
  },
  'DELETE /session': {
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the request.',
    tag,
    answer: { ended: true },
  },
  'GET /me': { id: 'getMe', summary: 'Read your account', tag, answer: ME_EXAMPLE },
  'PUT /me': {
    id: 'updateMe',
    summary: 'Change your account',
    tag,
    request: { name: 'Jana', time_zone: 'Europe/Prague' },
    answer: ME_EXAMPLE,
  },
  'POST /me/password': {
    id: 'changePassword',
    summary: 'Change your password',
    description: 'Ends all of your sessions and starts a new one, with a new cookie.',
    tag,
    request: { current_password: password, password: 'another long password' },
    answer: ME_EXAMPLE,
    problems: ['invalid_password', 'passwords_disabled'],
  },
  'POST /password-reset/request': {
    id: 'requestPasswordReset',
    summary: 'Request a new password by email',
    description:
      'Sends a link to the account with this email address; it works once, for an hour. The response is the same if there is no such account, and if a link was sent within the last ten minutes.',
    tag,
    request: { email: 'jana@example.com' },
    answer: { done: true },
    problems: ['mail_not_configured', 'passwords_disabled'],
  },
  'POST /password-reset': {
    id: 'resetPassword',
    summary: 'Set a password with a token',
    description:
      'The token works once: one from an email for an hour, one that the operator created with `user create` or `user reset` for seven days. Ends all sessions of the account. If its email address was not verified, the token verifies it (`first_proof`), and what the account had before is removed, because anyone could have created it: passkeys, API keys and memberships (`organizations_left`). The response lists what else signs in to the account, and counts the API keys that the person created.',
    tag,
    request: { token: 'fpr_…', password },
    answer: {
      done: true,
      first_proof: false,
      organizations_left: [],
      sign_in: {
        passkeys: [
          {
            name: 'Phone',
            created_at: '2026-11-01T08:00:00.000Z',
            last_used_at: '2026-11-02T09:00:00.000Z',
          },
        ],
        sso: ['login.example.com'],
      },
      api_keys: 1,
    },
    problems: ['invalid_token', 'passwords_disabled'],
  },
  'GET /me/session': {
    id: 'listSessions',
    summary: 'List your sessions',
    description:
      'Newest first; `current` is the session of the request. A person has at most 50: the oldest ends when another one starts.',
    tag,
    answer: { items: [SESSION], total: 1, offset: 0, limit: 25 },
  },
  'DELETE /me/session': {
    id: 'endSessions',
    summary: 'Sign out everywhere',
    description: 'Ends all of your sessions.',
    tag,
    answer: { ended: true },
  },
  'DELETE /me/session/{id}': {
    id: 'endSession',
    summary: 'End a session',
    description: 'It stops working within a second.',
    tag,
    answer: { id: 12, deleted: true },
  },
  'POST /me/invitation': {
    id: 'joinOrganization',
    summary: 'Join an organization',
    description: 'Accepts an invitation with your account.',
    tag,
    request: { token: 'fpi_…' },
    answer: ME_EXAMPLE,
    problems: ['invalid_invitation', 'invitation_for_other_email', 'already_member'],
  },
  'DELETE /me/organization/{id}': {
    id: 'leaveOrganization',
    summary: 'Leave an organization',
    description:
      'The API keys that you created in it are revoked; your links stay. The only owner cannot leave.',
    tag,
    answer: { id: '7', deleted: true },
    problems: ['last_owner'],
  },
}
