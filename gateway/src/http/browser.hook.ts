import type { FastifyInstance } from 'fastify'

/** Allowed methods for paths without routes. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = 'x-api-key, content-type, idempotency-key, if-none-match, x-request-id'
const SHOWN =
  'x-request-id, location, etag, retry-after, idempotency-replayed, ' +
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset'

const MAX_AGE_SECONDS = '600'

/** Security headers for browsers. */
export function guardBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    done()
  })
}

/**
 * CORS for these origins; `*` allows any origin, an empty list allows none. A preflight request
 * carries no API key, so this must be registered before authentication.
 */
export function admitOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const all = origins.includes('*')
  const known = new Set(origins.map((it) => it.replace(/\/$/, '').toLowerCase()))

  app.addHook('onRequest', async ({ method, headers, routeOptions }, reply) => {
    const { origin } = headers
    if (!all) reply.header('vary', 'Origin')
    if (origin === undefined || !(all || known.has(origin.toLowerCase()))) return
    reply.headers({
      'access-control-allow-origin': all ? '*' : origin,
      'access-control-expose-headers': SHOWN,
    })
    if (method !== 'OPTIONS' || !headers['access-control-request-method']) return
    const { allow } = routeOptions.config
    if (allow) reply.header('allow', allow.join(', '))
    reply.headers({
      'access-control-allow-methods': allow?.join(', ') ?? METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': MAX_AGE_SECONDS,
    })
    return reply.code(204).send()
  })
}
