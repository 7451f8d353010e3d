import type { Span } from '@fingerpost/kit/telemetry/span'
import { tracing } from '@fingerpost/kit/telemetry/trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A span for each request, if tracing is on. Each span starts a new trace: trace headers sent by
 * clients are ignored.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = tracing()
  if (!tracer) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.start(`${method} ${route}`, { kind: 'server', attributes })
    spans.set(request, span)
    span.run(done)
  })
  // The body arrives in connection events, which run outside the request's span.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    span ? span.run(done) : done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const failed = statusCode >= 500 ? `answered ${statusCode}` : undefined
    spans.get(request)?.end(failed, { 'http.response.status_code': statusCode })
  })
}
