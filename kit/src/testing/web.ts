import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FetchPolicy, policyOf } from '../net/guarded-connect.ts'
import {
  createGuardedFetch,
  type GuardedRequest,
  type GuardedResponse,
} from '../net/guarded-fetch.ts'

/** A site on a local address that counts its connections. */
async function listen(host: string, port: number, answer: RequestListener) {
  const server = createServer(answer)
  server.unref()
  const site = { port: 0, accepted: 0 }
  server.on('connection', () => site.accepted++)
  server.listen(port, host)
  await once(server, 'listening')
  site.port = (server.address() as AddressInfo).port
  return site
}

const hello: RequestListener = (_, response) => response.end('hello')
/**
 * The handler of the sites, and the addresses that the DNS stub returns on each lookup of a name.
 */
export const web = { answer: hello, names: {} as Record<string, string[][]> }
const serve: RequestListener = (request, response) => web.answer(request, response)
// One site on all addresses of this machine, and one that represents the public internet.
export const inside = await listen('::', 0, serve)
export const { port } = inside
export const outside = await listen('127.0.0.9', 0, serve)

/** Names that were looked up in the DNS stub. */
export const asked: string[] = []
const resolve = async (name: string): Promise<string[]> => {
  asked.push(name)
  const answers = web.names[name] ?? []
  const addresses = answers.length > 1 ? answers.shift() : answers[0]
  if (!addresses) throw new Error(`ENOTFOUND ${name}`)
  return addresses
}
/** The real rules, but the ports of the sites above are allowed as well. */
const strict: FetchPolicy = {
  ...policyOf(false),
  resolve,
  isAllowedPort: (it) => [80, 443, port, outside.port].includes(it),
}
/** Like `strict`, but 127.0.0.9 is public. */
export const open: FetchPolicy = {
  ...strict,
  isAllowedAddress: (it) => it === '127.0.0.9' || strict.isAllowedAddress(it),
  isAllowedHost: (it) => it === '127.0.0.9' || strict.isAllowedHost(it),
}
export const guarded = { strict: make(strict), open: make(open), lifted: make(policyOf(true)) }
export function make(policy: FetchPolicy) {
  return createGuardedFetch({ FETCH_ALLOW_PRIVATE: false, FETCH_BLOCKED_PORTS: [] }, policy)
}

export function reset(): void {
  Object.assign(web, { answer: hello, names: {} })
  asked.length = 0
  inside.accepted = outside.accepted = 0
}

export async function text({ body }: GuardedResponse): Promise<string> {
  let all = ''
  for await (const bytes of body) all += Buffer.from(bytes).toString()
  return all
}
export const get = (url: string, request: GuardedRequest = {}, by: keyof typeof guarded = 'open') =>
  guarded[by].fetch(url, request, text)
export const site = (path = '/') => `http://127.0.0.9:${outside.port}${path}`
