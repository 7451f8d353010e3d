import type { ProblemKind } from '@fingerpost/kit/http/problem'

/** The description of a problem code. */
interface ProblemText {
  kind: ProblemKind
  /** What happened. */
  means: string
  /** What the caller can do. */
  remedy: string
}

/** Every problem code: the source of the page of problem codes and of the OpenAPI document. */
export const PROBLEMS = {
  invalid_request: {
    kind: 'invalid',
    means: 'One or more fields, parameters or headers are invalid; errors lists up to 100 of them.',
    remedy: 'Correct every field in errors. The codes there are stable as well.',
  },
  invalid_json: {
    kind: 'invalid',
    means: 'The body is not valid JSON.',
    remedy: 'Send one JSON value, in UTF-8.',
  },
  invalid_charset: {
    kind: 'invalid',
    means:
      'The body is not valid in the charset of its Content-Type (UTF-8 by default), or the charset is not supported.',
    remedy: 'Send UTF-8, or name the charset of the body in Content-Type.',
  },
  invalid_reference: {
    kind: 'invalid',
    means: 'An id in the body does not belong to the resource that is changed.',
    remedy: 'Read the resource again and use the ids that are in it.',
  },
  percent_total_exceeded: {
    kind: 'invalid',
    means: 'The shares of the A/B links add up to more than 100.',
    remedy: 'Lower them. The remaining share goes to the main destination.',
  },
  invalid_ip: {
    kind: 'invalid',
    means: 'The parameter ip is not an address.',
    remedy: 'Send one IPv4 or IPv6 address, without port, zone or network.',
  },
  invalid_period: {
    kind: 'invalid',
    means:
      'The period is neither one of the names nor a range of two days, or its time zone is unknown.',
    remedy:
      'Send today, yesterday, week, lastweek, month, lastmonth, year, all, or 2026-11-01,2026-11-20.',
  },
  two_credentials: {
    kind: 'invalid',
    means: 'The request carries both an API key and the cookie of a session.',
    remedy: 'Send one of them.',
  },
  passkeys_need_host_name: {
    kind: 'invalid',
    means: 'The address of the page is an IP address, at which browsers offer no passkeys.',
    remedy: 'Open the dashboard by a host name, such as localhost.',
  },
  invalid_passkey: {
    kind: 'invalid',
    means: 'The response of the browser is not a valid passkey for this instance.',
    remedy: 'Begin again; the log of the service says what is wrong with it.',
  },
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
      'Only an owner can appoint, change or remove an owner, or change or revoke an API key that an owner created.',
    remedy: 'Ask an owner of the organization.',
  },
  quota_exceeded: {
    kind: 'forbidden',
    means: 'The team has reached its quota; detail has the limit.',
    remedy: 'Delete what is no longer needed, or ask the operator for a higher quota.',
  },
  not_found: {
    kind: 'not_found',
    means: 'There is nothing with this id or at this address, or it belongs to another team.',
    remedy: 'Check the ids; errors names the fields when they came in the body.',
  },
  geo_not_found: {
    kind: 'not_found',
    means: 'The address is private or reserved, or is not in the database.',
    remedy: 'Treat the location as unknown.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    means: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the header Allow.',
  },
  not_acceptable: {
    kind: 'not_acceptable',
    means: 'The header Accept allows none of the media types of this operation.',
    remedy: 'Accept application/json, or leave the header out.',
  },
  account_exists: {
    kind: 'conflict',
    means: 'There is an account with this email address.',
    remedy: 'Sign in and join the organization with the invitation.',
  },
  already_member: {
    kind: 'conflict',
    means: 'You are a member of this organization already.',
    remedy: 'No action is needed.',
  },
  passkey_exists: {
    kind: 'conflict',
    means: 'The passkey is registered already.',
    remedy: 'Create another passkey.',
  },
  mail_not_configured: {
    kind: 'conflict',
    means: 'This instance sends no email.',
    remedy: 'Ask the operator to reset the password, or to set SMTP_URL.',
  },
  last_sign_in: {
    kind: 'conflict',
    means: 'The account would be left without a way to sign in.',
    remedy: 'Add another passkey or a password first.',
  },
  last_owner: {
    kind: 'conflict',
    means: 'The organization would be left without an owner.',
    remedy: 'Make another member an owner first.',
  },
  slug_taken: {
    kind: 'conflict',
    means: 'Another link has this slug on this domain, or had it within the last 30 days.',
    remedy: 'Choose another slug, or leave it out to have one generated.',
  },
  domain_deleted: {
    kind: 'conflict',
    means: 'The deleted link cannot be restored, because its domain was deleted.',
    remedy: 'Create a new link on another domain.',
  },
  import_unfinished: {
    kind: 'conflict',
    means: 'The import is still running, so it cannot be undone.',
    remedy: 'Wait until GET /link/import/{job_id} returns the status done.',
  },
  name_taken: {
    kind: 'conflict',
    means: 'The team already has one with this name; case is ignored.',
    remedy: 'Choose another name.',
  },
  domain_taken: {
    kind: 'conflict',
    means: 'The domain is already in use on this instance.',
    remedy: 'Use another host name.',
  },
  domain_in_use: {
    kind: 'conflict',
    means: 'The domain still has links.',
    remedy: 'Move or delete them first.',
  },
  webhook_disabled: {
    kind: 'conflict',
    means: 'The webhook is off or paused.',
    remedy: 'Turn it on first.',
  },
  delivery_pending: {
    kind: 'conflict',
    means: 'The message, or a newer click total of its link, is already queued.',
    remedy: 'Wait for its next attempt.',
  },
  idempotency_key_reused: {
    kind: 'conflict',
    means: 'The Idempotency-Key was sent with another request within 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  idempotency_answer_not_kept: {
    kind: 'conflict',
    means:
      'The request with this Idempotency-Key was already processed. Its response is larger than 64 kB and was not stored, or was for a secret of the API key that has since been replaced.',
    remedy: 'Read the created resource. The Location header has its address if there is one.',
  },
  idempotency_key_in_use: {
    kind: 'conflict',
    means: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Send the request again after the seconds in the header Retry-After.',
  },
  payload_too_large: {
    kind: 'too_large',
    means: 'The body is larger than 1 MiB, or 20 MiB for imports.',
    remedy: 'Send less at a time.',
  },
  unsupported_media_type: {
    kind: 'unsupported',
    means: 'This operation does not support the media type of the body.',
    remedy: 'Send application/json with that Content-Type.',
  },
  rate_limited: {
    kind: 'exhausted',
    means: 'The key, or the address without one, has no requests left in this minute.',
    remedy: 'Wait for the seconds in the header Retry-After.',
  },
  internal_error: {
    kind: 'internal',
    means: 'The service failed unexpectedly.',
    remedy: 'Report it with the request_id.',
  },
  unavailable: {
    kind: 'unavailable',
    means: 'A part of the service is temporarily unavailable.',
    remedy: 'Send the request again after the seconds in the header Retry-After.',
  },
  geo_database_unavailable: {
    kind: 'unavailable',
    means: 'This instance has no geographic database.',
    remedy: 'Ask its operator to install one.',
  },
} as const satisfies Record<string, ProblemText>

export type ProblemCode = keyof typeof PROBLEMS
