import { expect } from 'vitest'
import { contract, example, type Json, operationOf, resolve, success } from './document.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request of the page. */
export interface Call {
  path: string
  query: URLSearchParams
  body: Json
  /** The last part of the path, such as an id. */
  id: string
  key: string | null
  credentials: RequestCredentials
}
/** The body of a response, or a whole response; undefined for the example. */
type Answer = (call: Call) => unknown

/** A documented problem with its status. */
class Refusal {
  readonly code: string
  readonly fields: Record<string, string>
  constructor(code: string, fields: Record<string, string>) {
    this.code = code
    this.fields = fields
  }
}

/** A response with the problem of this code, and a message for each field. */
export const refuse = (code: string, fields: Record<string, string> = {}) =>
  new Refusal(code, fields)

const answers = new Map<string, Answer>()
const calls: (Call & { operation: string })[] = []
const faults: unknown[] = []

/**
 * The API in component tests. A GET answers with the example of the OpenAPI document; any other operation
 * fails the test unless it is expected. Requests and responses that do not match the document fail it, too,
 * except requests that the test refuses.
 */
export const api = {
  /** Expects the operation; without an answer, with its example. */
  on(method: Method, template: string, answer?: Answer): void {
    answers.set(`${method} ${template}`, answer ?? (() => undefined))
  },
  /** The requests of an operation so far. */
  calls: (method: Method, template: string): Call[] =>
    calls.filter(({ operation }) => operation === `${method} ${template}`),
}

/** Forgets what the test before expected, and throws what was wrong in it. */
export function resetApi(): void {
  answers.clear()
  calls.length = 0
  const [first] = faults.splice(0)
  if (first) throw first
}

/** Fails the test that runs. */
export const reportFault = (fault: unknown) => void faults.push(fault)

/** Like a lost connection: the request gets no response. */
export const unreachable = () => Response.error()

/** The `fetch` of the page. */
export async function fakeFetch(input: Request | string, init?: RequestInit): Promise<Response> {
  const request =
    input instanceof Request ? input : new Request(new URL(input, location.href), init)
  const response = await respond(request).catch((fault) => {
    reportFault(fault)
    throw fault
  })
  if (response.type === 'error') throw new TypeError('Failed to fetch')
  return response
}

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  const { method } = request
  const path = pathname.replace(/^\/api/, '')
  const template = contract.templateOf(path)
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(text) : text
  const operation = `${method} ${template ?? path}`
  const call = {
    path,
    query,
    body,
    id: path.split('/').at(-1) ?? '',
    key: request.headers.get('x-api-key'),
    credentials: request.credentials,
  }
  calls.push({ ...call, operation })
  const answer = answers.get(operation) ?? (method === 'GET' ? () => undefined : undefined)
  if (!answer) throw new Error(`The test does not expect ${operation}`)
  const given = (await answer(call)) ?? exampleResponse(method, template)
  if (template && !(given instanceof Refusal)) checkRequest(method, template, call, isJson === true)
  if (given instanceof Response) return given
  const [status, json] = settled(method, template, given)
  const headers = new Headers({
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    'x-request-id': 'test',
  })
  if (template) contract.check(method, path, { status, headers, body: json })
  return new Response(JSON.stringify(json), { status, headers })
}

function checkRequest(method: string, template: string, { query, body }: Call, isJson: boolean) {
  const { parameters = [] } = operationOf(method, template)
  const known = parameters.map(resolve).map(({ name }: Json) => name)
  for (const name of query.keys())
    expect(known, `parameters of ${method} ${template}`).toContain(name)
  if (isJson) contract.checkBody(method, template, body)
}

/** The example, or nothing of a type that is not JSON. */
function exampleResponse(method: string, template?: string): unknown {
  const [status, content = {}] = success(method, template)
  const [type] = Object.keys(content)
  return type === 'application/json' || type === undefined
    ? example(method, template)
    : new Response('', { status, headers: { 'content-type': type } })
}

function settled(method: string, template: string | undefined, given: unknown): [number, unknown] {
  if (!(given instanceof Refusal)) return [success(method, template)[0], given]
  const { responses = {} } = operationOf(method, template)
  for (const [status, response] of Object.entries<Json>(responses)) {
    const found = resolve(response).content?.['application/problem+json']?.examples?.[given.code]
    if (!found) continue
    const errors = Object.entries(given.fields).map(([field, detail]) => ({
      field,
      code: 'invalid',
      detail,
    }))
    const { value } = resolve(found)
    return [Number(status), errors.length > 0 ? { ...value, errors } : value]
  }
  throw new Error(`${method} ${template} does not answer ${given.code}`)
}
