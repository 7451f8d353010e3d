import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import {
  type FieldError,
  PROBLEM_KINDS,
  Problem,
  type ProblemKind,
  unavailable,
  WrongSetting,
} from '../http/problem.ts'
import type { Logger } from '../process/log.ts'
import { isDeadlock, isRefused, isUnreachable, isUnstorable } from '../stores/postgres-error.ts'

const TRAILER = 'problem-bin'

/** The gRPC form of a failure: status, details, and the whole problem as a trailer. */
export function statusFromError(error: unknown, requestId: string) {
  const problem = asProblem(error, requestId)
  const { kind, code, errors } = problem
  const metadata = new Metadata()
  metadata.set(TRAILER, Buffer.from(JSON.stringify({ kind, code, errors })))
  return {
    problem,
    status: { code: PROBLEM_KINDS[kind].grpc, details: problem.message, metadata },
  }
}

/** Maps any error to a problem: an unreachable store or a deadlock to 503, a bug to 500 without details. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  if (isUnstorable(error)) {
    const detail = 'A value contains a NUL character or is out of range.'
    return new Problem('invalid', 'invalid_request', detail, [], error)
  }
  if (isUnreachable(error))
    return unavailable('A backend service is unavailable. Try again.', error)
  if (isDeadlock(error))
    return unavailable('The change conflicted with another one. Try again.', error)
  const detail = `Something went wrong. Quote request ${requestId} when you report it.`
  return new Problem('internal', 'internal_error', detail, [], error)
}

/** Whether a failure is a bug or a wrong setting, which is logged as an error. */
export const isFault = ({ kind, cause }: Problem): boolean =>
  kind === 'internal' || cause instanceof WrongSetting || isRefused(cause)

/** The failure of one item in a batch: the fields that a trailer would have. */
export interface Failure {
  kind: string
  code: string
  detail: string
  errors: FieldError[]
}

/** The public part of an error; a fault is logged. */
export function failureOf(error: unknown, { requestId, log }: FailedCall): Failure {
  const problem = asProblem(error, requestId)
  const { kind, code, message, errors, cause } = problem
  if (isFault(problem)) log.error({ err: cause ?? error, code }, 'failed')
  return { kind, code, detail: message, errors: [...errors] }
}

interface FailedCall {
  requestId: string
  log: Logger
}

/** The inverse of `failureOf`. */
export const problemOf = ({ kind, code, detail, errors }: Failure): Problem =>
  new Problem(kind as ProblemKind, code, detail, errors)

/** Restores the problem that the server threw from a failed call. */
export function problemFromStatus(error: ServiceError): Problem {
  const trailer = error.metadata?.get(TRAILER)[0]
  if (trailer) {
    const { kind, code, errors } = JSON.parse(trailer.toString())
    return new Problem(kind, code, error.details, errors, error)
  }
  if (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED) {
    return unavailable('A backend service is unavailable. Try again.', error)
  }
  if (error.code === status.UNIMPLEMENTED) {
    return unavailable('A service is being upgraded. Try again.', error) // by an older release
  }
  return new Problem('internal', 'internal_error', 'A service failed.', [], error)
}
