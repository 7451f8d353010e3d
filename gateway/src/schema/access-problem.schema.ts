import type { ProblemText } from './problem-text.schema.ts'

/** The codes of problems with who asks, and what they may do. */
export const ACCESS_PROBLEMS = {
  missing_api_key: {
    kind: 'unauthenticated',
    means: 'The request carries neither an API key nor a session.',
    remedy: 'Send the key in the header x-api-key, or sign in.',
  },
  invalid_session: {
    kind: 'unauthenticated',
    means: 'The session has ended, or has expired.',
    remedy: 'Sign in again.',
  },
  invalid_credentials: {
    kind: 'unauthenticated',
    means:
      'The email address or the password is wrong, or the account is disabled. The response is the same for all of them.',
    remedy: 'Try again, or ask the operator to reset the password.',
  },
  unknown_passkey: {
    kind: 'unauthenticated',
    means:
      'The passkey is unknown or was removed, its signature is wrong, or the account is disabled. The response is the same for all of them.',
    remedy: 'Sign in with another passkey or in another way.',
  },
  invalid_api_key: {
    kind: 'unauthenticated',
    means:
      'The API key is not valid: it is mistyped, was revoked, or its creator is disabled or no longer a member.',
    remedy: 'Use another key.',
  },
  expired_api_key: {
    kind: 'unauthenticated',
    means: 'The API key has expired.',
    remedy: 'Create a new key.',
  },
  invalid_sign_in: {
    kind: 'unauthenticated',
    means: 'The one-time sign-in link was already used, or has expired after an hour.',
    remedy: 'Sign in with an API key, or create another link.',
  },
  insufficient_scope: {
    kind: 'forbidden',
    means: 'The API key, the role of its creator, or your role lacks a scope; detail names it.',
    remedy: 'Add the scope to the key, use another key, or ask for another role.',
  },
  key_of_another_person: {
    kind: 'forbidden',
    means: 'The key was created by another person and acts as that person.',
    remedy: 'Ask that person to rotate it, or revoke it and create another one.',
  },
  not_a_member: {
    kind: 'forbidden',
    means:
      'The key or session has no access to the organization in the header x-organization-id, or the person is not a member of any.',
    remedy:
      'Send the id of one of your organizations, or leave the header out; or join an organization with an invitation.',
  },
  session_required: {
    kind: 'forbidden',
    means: 'The operation concerns a person, but the request carries an API key.',
    remedy: 'Sign in and use the session.',
  },
  foreign_origin: {
    kind: 'forbidden',
    means: 'The request is made by session or signs in, but its Origin is not this instance.',
    remedy: 'Send the request from a page of this instance; programs use an API key.',
  },
  invalid_password: {
    kind: 'forbidden',
    means: 'The current password is wrong.',
    remedy: 'Try again, or ask the operator to reset the password.',
  },
  invalid_token: {
    kind: 'forbidden',
    means: 'The token that sets a password was used, was replaced, or has expired.',
    remedy: 'Request another one by email, or ask the operator.',
  },
  invalid_challenge: {
    kind: 'forbidden',
    means: 'The challenge was used, or has expired after five minutes.',
    remedy: 'Begin again.',
  },
  invalid_invitation: {
    kind: 'forbidden',
    means: 'The invitation was used, was withdrawn, or has expired after seven days.',
    remedy: 'Ask for another invitation.',
  },
  invitation_for_other_email: {
    kind: 'forbidden',
    means: 'The invitation is for another email address.',
    remedy: 'Use the account with that address, or ask for an invitation of your own.',
  },
  team_creation_disabled: {
    kind: 'forbidden',
    means: 'The operator does not allow you to create organizations.',
    remedy: 'Ask the operator to create one, or to change TEAM_CREATION.',
  },
  email_not_verified: {
    kind: 'forbidden',
    means: 'Single sign-on: the identity provider does not confirm the email address.',
    remedy: 'Confirm the address at the provider.',
  },
  not_invited: {
    kind: 'forbidden',
    means:
      'Single sign-on: there is no account for the email address, no open invitation for it, and its domain is not allowed.',
    remedy: 'Ask for an invitation to this address.',
  },
  other_identity: {
    kind: 'forbidden',
    means:
      'Single sign-on: the account with this email address is connected to another identity at the provider.',
    remedy: 'Ask the operator to disconnect the account.',
  },
  account_disabled: {
    kind: 'forbidden',
    means: 'Single sign-on: the account is disabled.',
    remedy: 'Ask the operator.',
  },
  sso_expired: {
    kind: 'forbidden',
    means:
      'Single sign-on was started in another browser, was finished already, or took longer than ten minutes.',
    remedy: 'Sign in again.',
  },
  sso_refused: {
    kind: 'forbidden',
    means:
      'The identity provider answered with an error, or its answer does not match the request. The log of the gateway has the reason.',
    remedy: 'Sign in again. If that does not help, ask the operator.',
  },
  passwords_disabled: {
    kind: 'forbidden',
    means: 'Sign-in by password is turned off on this instance.',
    remedy: 'Sign in another way, which GET /session/methods lists.',
  },
  owner_required: {
    kind: 'forbidden',
    means:
      'Only an owner can appoint, change or remove an owner, or change or revoke an API key that acts as an owner.',
    remedy: 'Ask an owner of the organization.',
  },
  quota_exceeded: {
    kind: 'forbidden',
    means: 'The team has reached its quota; detail has the limit.',
    remedy: 'Delete what is no longer needed, or ask the operator for a higher quota.',
  },
} as const satisfies Record<string, ProblemText>
