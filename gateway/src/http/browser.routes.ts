import type { FastifyInstance } from 'fastify'

/** Of an address that has no routes. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = 'x-api-key, content-type, idempotency-key, if-none-match, x-request-id'
const SHOWN =
  'x-request-id, location, etag, retry-after, idempotency-replayed, ' +
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset'

const KEPT_SECONDS = '600'

/** What keeps a browser from making more of an answer than it is. */
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
 * Lets pages of these origins read the answers of this plugin; `*` is all of them, none is nobody. The
 * browser's question beforehand is answered without a key, so this stands before the check of keys.
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
      'access-control-max-age': KEPT_SECONDS,
    })
    return reply.code(204).send()
  })
}
