import type { Socket } from 'node:net'
import { asProblem } from '@fingerpost/kit/grpc/problem-status'
import { STATUS_CODES } from '@fingerpost/kit/http/node-http'
import { PROBLEM_KINDS, Problem, type ProblemKind } from '@fingerpost/kit/http/problem'
import { languageOf } from '@fingerpost/kit/visitor/language'
import { BAD_REQUEST } from '@fingerpost/kit/visitor/notice-page'
import type { Answer } from '@fingerpost/kit/visitor/page'
import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from './schema/shared.schema.ts'
import { refusalOf } from './schema/validator.rules.ts'

/** For problems whose route does not know better. */
const RETRY_AFTER_SECONDS: Partial<Record<ProblemKind, string>> = {
  unavailable: '1',
  exhausted: '60',
}

/** Converts thrown errors to problem bodies; errors other than a `Problem` are logged. */
export function renderProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = toProblem(error, request.id)
    if (problem.kind === 'internal') request.log.error({ err: error }, 'unexpected failure')
    return sendProblem(problem, request, reply)
  })
}

/** Response for a URL that the router cannot parse, sent before any hook runs. */
export function refuseAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  const problem = new Problem('invalid', 'invalid_request', 'The address cannot be read.')
  sendProblem(problem, request, reply)
}

/** Response for a method that the path does not allow. */
export function refuseMethod(
  allowed: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('allow', allowed.join(', '))
  const detail = `${request.method} is not possible here.`
  const problem = new Problem('method_not_allowed', 'method_not_allowed', detail)
  return sendProblem(problem, request, reply)
}

/** The problem of a visitor whose network has made too many requests in a minute. */
export const tooManyVisits = () =>
  new Problem(
    'exhausted',
    'rate_limited',
    'Too many requests from this network. Try again in a minute.',
  )

/** A problem as it is answered. */
export function toProblemBody(problem: Problem, requestId: string): ProblemBody {
  const { http, title } = PROBLEM_KINDS[problem.kind]
  return {
    type: `/docs/problems#${problem.code}`,
    title,
    status: http,
    code: problem.code,
    detail: problem.message,
    request_id: requestId,
    errors: [...problem.errors],
  }
}

/** Sends a problem with the headers of its kind. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { http } = PROBLEM_KINDS[problem.kind]
  const body = toProblemBody(problem, request.id)
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'ApiKey')
  const seconds = RETRY_AFTER_SECONDS[problem.kind]
  if (seconds && !reply.hasHeader('retry-after')) reply.header('retry-after', seconds)
  // A buffer, because Fastify adds a charset to strings, which this media type does not have.
  const bytes = Buffer.from(JSON.stringify(body))
  return reply.code(http).type('application/problem+json').send(bytes)
}

/** The head of a visit whose address has spaces, tabs or other characters that are not percent-encoded. */
function unencodedVisit(packet: unknown): string | undefined {
  const head = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const [line = ''] = head.split('\r\n', 1)
  const [, target = ''] = /^(?:GET|HEAD) (\/(?!api\/).*) HTTP\/1\.[01]$/.exec(line) ?? []
  return /[^!-~]/.test(target) ? head : undefined
}

/** A page as bytes, for a connection without a request. */
function rawPage({ inLanguage, ...page }: Answer, languages: string | undefined): string {
  const { status, headers, body } = inLanguage?.(languageOf(languages)) ?? page
  const lines = headers.flatMap((name, i) =>
    i % 2 === 0 ? [`${name}: ${headers[i + 1]}\r\n`] : [],
  )
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Connection: close\r\n\r\n${body}`
}

/** Answers a client that does not speak valid HTTP, before a request exists, and disconnects it. */
export function refuseMalformed(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (!socket.writable) return void socket.destroy()
  const visit = unencodedVisit(error.rawPacket)
  if (visit) {
    const [, languages] = /\r\naccept-language:([^\r]*)/i.exec(visit) ?? []
    return void socket.end(rawPage(BAD_REQUEST, languages))
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLarge ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const title = STATUS_CODES[status] ?? ''
  const id = crypto.randomUUID()
  const body = JSON.stringify({
    type: '/docs/problems#invalid_request',
    title,
    status,
    code: 'invalid_request',
    detail: tooLarge ? 'The address and headers are too long.' : 'This is not a valid request.',
    request_id: id,
    errors: [],
  })
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\n` +
      `x-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  )
}

/** Errors thrown by Fastify itself, by code. */
const REFUSALS: Record<string, [kind: ProblemKind, code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported',
    'unsupported_media_type',
    'This operation does not support the media type of the body.',
  ],
}

/** The problem of an error. */
export function toProblem(error: FastifyError | Problem, requestId: string): Problem {
  if (error instanceof Problem) return error
  if (error.validation) {
    const part = error.validationContext ?? 'request'
    return refusalOf(error.validation as ErrorObject[], part)
  }
  const refusal = REFUSALS[error.code]
  if (refusal) return new Problem(...refusal)
  if (
    error.statusCode === 400 &&
    /JSON|CTP|SyntaxError|prototype/i.test(`${error.code} ${error}`)
  ) {
    return new Problem('invalid', 'invalid_json', 'The body is not valid JSON.')
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('invalid', 'invalid_request', 'The request is malformed.')
  }
  return asProblem(error, requestId)
}
