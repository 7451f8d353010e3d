import type { TestStack } from './test-stack.ts'
import { until } from './until.ts'

/** A client that changes things: an API key, or a person with a session. */
export interface Client {
  /** The id of the actor in the audit log; undefined for a client that has not signed in. */
  actorId?: string
  headers: Record<string, string>
}

/** A request for a change, and what the audit log must say if it is answered. */
export interface Change {
  by: Client
  method: string
  path: string
  body?: unknown
  /** Operation and kind of each entry, in their order. */
  expected: string[]
}

export interface Sent extends Change {
  requestId: string
  /** Undefined: no answer, or one of a failure. */
  answer: { status: number; headers: Headers; body: Record<string, unknown> } | undefined
}

/** Sends a change. A change without an answer may have been made or not. */
export async function send({ url }: TestStack, change: Change): Promise<Sent> {
  const { by, method, path, body } = change
  const requestId = crypto.randomUUID()
  const json = body !== undefined && { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...by.headers, ...json, 'x-request-id': requestId },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
    .then(async (it) => ({ status: it.status, headers: it.headers, body: await it.json() }))
    .catch(() => undefined)
  if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 404) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return { ...change, requestId, answer: answer && answer.status < 300 ? answer : undefined }
}

/** Waits until all services answer again. */
export const untilAnswered = ({ url }: TestStack, { headers }: Client) =>
  until(async () => {
    const paths = ['/folder', '/link', '/bio', '/member']
    const answers = await Promise.all(
      paths.map((path) => fetch(`${url}/api${path}`, { headers }).catch(() => undefined)),
    )
    return answers.every((it) => it?.ok)
  }, 'answers of all services')
