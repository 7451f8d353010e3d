import { PROBLEM_KINDS } from '@fingerpost/kit/http/problem'
import type { Operation } from '../schema/operation.schema.ts'
import { PROBLEMS, type ProblemCode } from '../schema/problem.schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

/** Codes that every operation with a key or session can return, by status. */
const UNKNOWN: ProblemCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'invalid_session',
]
const CREDENTIAL: ProblemCode[] = [...UNKNOWN, 'two_credentials', 'not_a_member']
/** Codes that every operation can return. */
const ALWAYS: ProblemCode[] = ['not_acceptable', 'rate_limited', 'internal_error', 'unavailable']
const WITH_BODY: ProblemCode[] = [
  'invalid_json',
  'invalid_charset',
  'payload_too_large',
  'unsupported_media_type',
]
const WITH_IDEMPOTENCY: ProblemCode[] = [
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'idempotency_answer_not_kept',
]

/** Responses with these codes carry `Retry-After`. */
const WAITS: ProblemCode[] = ['rate_limited', 'unavailable', 'idempotency_key_in_use']

const kindOf = (code: ProblemCode) => PROBLEM_KINDS[PROBLEMS[code].kind]
export const statusOf = (code: ProblemCode): number => kindOf(code).http

/** A reference to a component of the document. */
export const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** The codes that an operation can return: those of its form and those it declares. */
function codesOf(known: Operation, method: string, route: Json, scopes: string[]): ProblemCode[] {
  const takes = route.requestBody || route.parameters?.length || method === 'post'
  const kinds = route.security?.length ?? 0
  const named = route.parameters?.some((it: Json) => it.in === 'path')
  return [
    ...(known.problems ?? []),
    ...(kinds > 0 ? CREDENTIAL : []),
    ...(method === 'get' ? [] : (['foreign_origin'] as const)),
    ...(kinds === 1 ? (['session_required'] as const) : []),
    ...ALWAYS,
    ...(scopes.length > 0 ? (['insufficient_scope'] as const) : []),
    ...(takes ? (['invalid_request'] as const) : []),
    ...(named ? (['not_found'] as const) : []),
    ...(route.requestBody ? WITH_BODY : []),
    ...(method === 'post' && kinds > 0 ? WITH_IDEMPOTENCY : []),
  ]
}

/** The failures of an operation by status, in the form of the OpenAPI document. */
export function problemsOf(known: Operation, method: string, route: Json, scopes: string[]): Json {
  const codes = [...new Set(codesOf(known, method, route, scopes))]
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const common = Object.entries(COMMON_PROBLEMS).find(
        ([, it]) => Object.keys(it.content[PROBLEM_TYPE].examples).join() === ofStatus.join(),
      )
      return [status, common ? refer('responses', common[0]) : problemResponse(ofStatus)]
    }),
  )
}

const PROBLEM_TYPE = 'application/problem+json'

/** Response object of a problem; its `type` is an anchor on the page of problem codes. */
function problemResponse(codes: readonly ProblemCode[]): Json {
  const status = statusOf(codes[0] as ProblemCode)
  const { title } = kindOf(codes[0] as ProblemCode)
  const examples = codes.map((code) => {
    const value = {
      type: `/docs/problems#${code}`,
      title,
      status,
      code,
      detail: PROBLEMS[code].means,
      request_id: '5f0c6e1e-8f6f-4a52-9d4e-2f6f1b1f5a11',
      errors: [],
    }
    return [code, { value }]
  })
  const waits = codes.some((code) => WAITS.includes(code))
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].means}`).join('\n\n'),
    headers: Object.fromEntries(
      ['X-Request-Id', ...(waits ? ['Retry-After'] : [])].map((it) => [it, refer('headers', it)]),
    ),
    content: {
      [PROBLEM_TYPE]: {
        schema: refer('schemas', 'Problem'),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Responses shared by many operations, so that the document defines each once. */
export const COMMON_PROBLEMS: Record<string, Json> = {
  BadCredentials: problemResponse(['two_credentials']),
  BadParameters: problemResponse(['two_credentials', 'invalid_request']),
  BadBody: problemResponse([
    'two_credentials',
    'invalid_request',
    'invalid_json',
    'invalid_charset',
  ]),
  Unauthorized: problemResponse(UNKNOWN),
  Forbidden: problemResponse(['not_a_member', 'insufficient_scope']),
  ForbiddenChange: problemResponse(['not_a_member', 'foreign_origin', 'insufficient_scope']),
  NotFound: problemResponse(['not_found']),
  NotAcceptable: problemResponse(['not_acceptable']),
  IdempotencyConflict: problemResponse(WITH_IDEMPOTENCY),
  ContentTooLarge: problemResponse(['payload_too_large']),
  UnsupportedMediaType: problemResponse(['unsupported_media_type']),
  TooManyRequests: problemResponse(['rate_limited']),
  InternalServerError: problemResponse(['internal_error']),
  ServiceUnavailable: problemResponse(['unavailable']),
}
