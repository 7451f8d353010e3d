import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

/** The resources of the API by name: `Schemas['Link']`. */
export type Schemas = components['schemas']
export type { paths }

export interface ClientOptions {
  /** Where Fingerpost answers, without `/api`: `https://go.example.com`. */
  baseUrl: string
  apiKey: string
  /** In the place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A client whose paths, parameters, bodies and answers are typed by the OpenAPI document. Calls answer
 * `{data}` or `{error, response}` and throw only when no answer comes.
 */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): Client<paths> {
  const headers = { 'x-api-key': apiKey }
  const base = `${baseUrl.replace(/\/+$/, '')}/api`
  return createFetchClient<paths>({ baseUrl: base, headers, ...(fetch ? { fetch } : {}) })
}

/** Gives each POST a name of its own, so that a call that is sent again is done once. */
export const idempotent: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID())
    }
    return request
  },
}
