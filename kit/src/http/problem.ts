import { status } from '@grpc/grpc-js'

/**
 * All kinds of failure with their gRPC and HTTP statuses. This is the only such table: both
 * protocols derive from it. Titles are those of HTTP (RFC 9110).
 */
export const PROBLEM_KINDS = {
  invalid: { grpc: status.INVALID_ARGUMENT, http: 400, title: 'Bad Request' },
  unauthenticated: { grpc: status.UNAUTHENTICATED, http: 401, title: 'Unauthorized' },
  forbidden: { grpc: status.PERMISSION_DENIED, http: 403, title: 'Forbidden' },
  not_found: { grpc: status.NOT_FOUND, http: 404, title: 'Not Found' },
  method_not_allowed: { grpc: status.UNIMPLEMENTED, http: 405, title: 'Method Not Allowed' },
  not_acceptable: { grpc: status.INVALID_ARGUMENT, http: 406, title: 'Not Acceptable' },
  conflict: { grpc: status.ALREADY_EXISTS, http: 409, title: 'Conflict' },
  too_large: { grpc: status.OUT_OF_RANGE, http: 413, title: 'Content Too Large' },
  unsupported: { grpc: status.INVALID_ARGUMENT, http: 415, title: 'Unsupported Media Type' },
  exhausted: { grpc: status.RESOURCE_EXHAUSTED, http: 429, title: 'Too Many Requests' },
  internal: { grpc: status.INTERNAL, http: 500, title: 'Internal Server Error' },
  unavailable: { grpc: status.UNAVAILABLE, http: 503, title: 'Service Unavailable' },
} as const

export type ProblemKind = keyof typeof PROBLEM_KINDS

/** One error in one field of a request. */
export interface FieldError {
  /** Path of the field in the request: `url`, `items.0.percent`. */
  field: string
  /** Stable, snake_case. */
  code: string
  detail: string
}

/** A failure that is reported to the caller. Any other thrown error is a bug and stays private. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  /** Stable, snake_case, documented, for use in client code, e.g. `slug_taken`. */
  readonly code: string
  readonly errors: readonly FieldError[]

  constructor(
    kind: ProblemKind,
    code: string,
    detail: string,
    errors: readonly FieldError[] = [],
    cause?: unknown,
  ) {
    super(detail, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.code = code
    this.errors = errors
  }
}

/** Cause of a problem that the operator must fix. Always logged as an error. */
export class WrongSetting extends Error {}

/** Maximum number of listed errors; `detail` has the total. */
const ERRORS_MAX = 100

/** 400 with all errors, at most the first 100. `more` is the number of errors not in the list. */
export const invalid = (errors: readonly FieldError[], more = 0) =>
  new Problem('invalid', 'invalid_request', summary(errors, more), errors.slice(0, ERRORS_MAX))

/** 404; the same whether the id does not exist or belongs to another team. */
export const notFound = (detail: string, errors: readonly FieldError[] = []) =>
  new Problem('not_found', 'not_found', detail, errors)

/** 409; the code names the conflicting resource. */
export const conflict = (code: string, detail: string, errors: readonly FieldError[] = []) =>
  new Problem('conflict', code, detail, errors)

/** 503: try again later. */
export const unavailable = (detail: string, cause?: unknown) =>
  new Problem('unavailable', 'unavailable', detail, [], cause)

const summary = (errors: readonly FieldError[], more: number) =>
  errors.length === 1 && errors[0]
    ? `${errors[0].field}: ${errors[0].detail}`
    : `${errors.length + more} fields are invalid${errors.length > ERRORS_MAX ? `; errors has the first ${ERRORS_MAX}` : ''}.`
