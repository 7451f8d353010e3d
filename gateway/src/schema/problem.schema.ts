import { ACCESS_PROBLEMS } from './access-problem.schema.ts'
import type { ProblemText } from './problem-text.schema.ts'

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
  ...ACCESS_PROBLEMS,
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
    means: 'You are already a member of this organization.',
    remedy: 'No action is needed.',
  },
  passkey_exists: {
    kind: 'conflict',
    means: 'This passkey is already registered.',
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
  erasure_unfinished: {
    kind: 'conflict',
    means: 'An erasure of clicks is not done, which would end the export of the team.',
    remedy: 'Wait until GET /erasure returns the state done for all of them.',
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
    means:
      'The key, its team, or the address without a key has made as many requests of this kind as it may for now.',
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
