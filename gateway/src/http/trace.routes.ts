import type { Span } from '@fingerpost/kit/span'
import { tracing } from '@fingerpost/kit/trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A span for each request, when traces are made. Each begins a trace: what a stranger says of one of
 * his own is not continued.
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
  // A body comes by events of the connection, which know nothing of the request's span.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    span ? span.run(done) : done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const failed = statusCode >= 500 ? `answered ${statusCode}` : undefined
    spans.get(request)?.end(failed, { 'http.response.status_code': statusCode })
  })
}
