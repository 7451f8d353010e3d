import type { Schemas } from '@fingerpost/client'
import { text } from '#messages/api.ts'
import { sessionKey } from './session.ts'

export type Problem = Schemas['Problem']

type Texts = typeof import('./code-texts.ts').CODE_TEXTS

/** None in English, whose texts are those of the API, with more detail. Loaded beside the page. */
let texts: Texts = { problems: {}, fields: {} }
if ((import.meta.env.LANGUAGE ?? 'en') !== 'en') {
  void import('./code-texts.ts').then(({ CODE_TEXTS }) => {
    texts = CODE_TEXTS
  })
}

/** A call that failed or got no response, with the problem that the API returned. */
export class ProblemError extends Error {
  readonly problem: Problem
  /** Seconds after which the request can be repeated; 0 if the API named none. */
  readonly retryAfterSeconds: number

  constructor(problem: Problem, retryAfterSeconds = 0) {
    super(problem.detail)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** An error that the page itself found. */
export const pageError = (code: string, detail: string) =>
  new ProblemError(problem(0, code, detail))

/** The problem of any error; an error that is not from the API gets a generic one. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  return problem(0, 'unexpected', text.unexpected)
}

type Settled<D> =
  | { data: D; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response }

/** The result of a call. Throws a ProblemError for everything but a success. */
export async function read<D>(call: Promise<Settled<D>>): Promise<D> {
  let settled: Settled<D>
  try {
    settled = await call
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ProblemError(problem(0, 'unreachable', text.unreachable))
  }
  const { response } = settled
  if (response.ok) return settled.data as D
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  throw new ProblemError(
    isProblem(settled.error) ? translated(allowed(whole(settled.error)), texts) : strange(response),
    retryAfterSeconds,
  )
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body

/** With what a proxy in front of the API may leave out. */
const whole = (it: Problem): Problem => ({ ...it, errors: it.errors ?? [] })

/** A person has a role, not scopes. */
const allowed = (it: Problem): Problem =>
  it.code === 'insufficient_scope' && sessionKey() === null
    ? { ...it, detail: text.notAllowed }
    : it

/** With these texts for known codes. */
export const translated = (it: Problem, { problems, fields }: Texts): Problem => ({
  ...it,
  detail: it.detail === text.notAllowed ? it.detail : (problems[it.code] ?? it.detail),
  errors: it.errors.map((error) => ({ ...error, detail: fields[error.code] ?? error.detail })),
})

const strange = ({ status, headers }: Response): Problem => ({
  ...problem(status, 'unexpected', text.noReason(status)),
  request_id: headers.get('x-request-id') ?? '',
})

const problem = (status: number, code: string, detail: string): Problem => ({
  type: 'about:blank',
  title: text.noAnswer,
  status,
  code,
  detail,
  request_id: '',
  errors: [],
})
