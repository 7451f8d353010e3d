import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

/** The resources of the API by name: `Schemas['Link']`. */
export type Schemas = components['schemas']
export type { paths }

export interface ClientOptions {
  /** The URL of the instance without `/api`: `https://go.example.com`. */
  baseUrl: string
  /** Without a key, requests carry the cookie of a session, in a page of the instance itself. */
  apiKey?: string
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A client whose paths, parameters, bodies and responses are typed by the OpenAPI document. Calls
 * return `{data}` or `{error, response}` and throw only if there is no response.
 */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): Client<paths> {
  // The API accepts either a key or a session, so the cookie stays out of requests with a key.
  const credential =
    apiKey === undefined
      ? ({ credentials: 'same-origin' } as const)
      : ({ credentials: 'omit', headers: { 'x-api-key': apiKey } } as const)
  const base = `${baseUrl.replace(/\/+$/, '')}/api`
  return createFetchClient<paths>({ baseUrl: base, ...credential, ...(fetch ? { fetch } : {}) })
}

/** Adds an idempotency key to each POST, so that a retried call takes effect only once. */
export const idempotent: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID())
    }
    return request
  },
}
