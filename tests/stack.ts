import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROME } from './agents.ts'
import { type Answer, type Contract, readContract } from './contract.ts'
import { runHere } from './operator.ts'

const root = join(import.meta.dirname, '..')

/** The stack under test: started by `npm test`, or any other stack set in the environment. */
export const stack = {
  url: need('FINGERPOST_URL'),
  apiKey: need('FINGERPOST_API_KEY'),
}

/** Facts about the local stack; undefined if another stack is tested. */
export const localStack = (): LocalStack | undefined => {
  const file = process.env.FINGERPOST_STACK
  return file ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export interface LocalStack {
  url: string
  redirect_url: string
  pids: Record<string, number>
  stores: { database_url: string; redis_url: string; clickhouse_url: string }
  admin: Record<string, string>
  grpc: Record<string, string>
}

/** Whether all services of the local stack run in one process, so that they stop together. */
export const isOneProcess = (): boolean => {
  const { gateway, link } = localStack()?.pids ?? {}
  return gateway !== undefined && gateway === link
}

/** By the URL of a stack, for all files of a worker. */
const contracts = new Map<string, Promise<Contract>>()

async function contractOf(url: string): Promise<Contract> {
  const known = contracts.get(url) ?? readContract(url)
  contracts.set(url, known)
  return known.catch((error) => {
    contracts.delete(url)
    throw error
  })
}

/** An API client: JSON in, JSON out. Every response is checked against the OpenAPI document. */
export const customer = (apiKey = stack.apiKey) => clientWith(() => ({ 'x-api-key': apiKey }))

/** An API client that sends these headers with each request, to this gateway. */
export function clientWith(own: () => Record<string, string>, url = stack.url) {
  return async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...own(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = /\bjson/.test(response.headers.get('content-type') ?? '')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as T,
    }
    const holdAgainst = await contractOf(stack.url)
    holdAgainst(method, path, answer)
    return answer
  }
}

/** Visits a short link like a browser, without following the redirect. */
export function visit(shortUrl: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shortUrl, { redirect: 'manual', headers: { 'user-agent': CHROME, ...headers } })
}

export { CHROME }

/**
 * Runs an admin command such as `org create Other` and returns the JSON it prints: in this process on
 * the local stack, which takes a tenth of the processor time of another process.
 */
export async function admin<T>(...words: string[]): Promise<T> {
  const database = process.env.FINGERPOST_ADMIN ? undefined : catalogDatabase()
  return (database ? await runHere(database, words) : await adminProcess(...words)) as T
}

/** The same in a process of its own, as an operator does; rejects with its exit code as `code`. */
export async function adminProcess<T>(...words: string[]): Promise<T> {
  const [command = '', ...prefix] = process.env.FINGERPOST_ADMIN?.split(' ') ?? [
    process.execPath,
    join(root, 'services/catalog/src/admin/main.ts'),
  ]
  const database = catalogDatabase()
  const { stdout } = await promisify(execFile)(command, [...prefix, ...words], {
    env: { ...process.env, ...(database && { DATABASE_URL: database }) },
  })
  return JSON.parse(stdout)
}

const catalogDatabase = (): string | undefined => {
  const local = localStack()
  return local && withDatabase(local.stores.database_url, 'catalog')
}

/** The URL of one database of the server. */
export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

function need(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the system tests by npm test`)
  return value
}
