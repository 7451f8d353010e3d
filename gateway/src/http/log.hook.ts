import { httpTimes } from '@fingerpost/kit/http/times'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const READS = ['GET', 'HEAD', 'OPTIONS']
/** Scopes of routes that change data; a POST can also be a read. */
const CHANGES = /:(?:write|manage)$/
/** All other paths are requested by visitors; a scanner sends thousands of requests per second. */
const API = /^\/(?:api|app)(?:\/|$)/

/**
 * Records a metric for each response. Logs each change with its team and its key or person, each
 * rejected API request, and each failure. No log line contains a body, a query string or a credential.
 */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    const { method, url, log, routeOptions } = request
    const path = url.split('?', 1)[0] ?? ''
    httpTimes(method, routeOptions.url ?? 'none', String(status))(ms / 1_000)
    const line = { method, route: routeOptions.url, path, status, ms, ...callerOf(request) }
    const shown =
      status >= 500 || (status >= 400 && API.test(path)) || (status < 400 && changes(request))
    log[shown ? 'info' : 'debug'](line, 'answered')
    done()
  })
}

const changes = ({ method, routeOptions }: FastifyRequest): boolean =>
  !READS.includes(method) && CHANGES.test(routeOptions.config.scope ?? '')

/** Empty if no key or session was accepted. */
const callerOf = ({ caller, keyId, sessionId }: Partial<FastifyRequest>) => {
  if (!caller) return {}
  return sessionId === undefined
    ? { team: caller.orgId, key: keyId }
    : { team: caller.orgId, user: caller.userId, session: sessionId }
}
