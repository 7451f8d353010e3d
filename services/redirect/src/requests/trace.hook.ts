import { traced, tracing } from '@fingerpost/kit/telemetry/trace'
import { createGatewayCheck, GATEWAY_HEADER } from '@fingerpost/kit/visitor/gateway-token'
import type { Visit } from '../app.ts'

/** Wraps `visit` in a span if tracing is on. Only requests of the gateway can set its parent. */
export function traceVisits(visit: Visit, secret: string): Visit {
  if (!tracing()) return visit
  const isGateway = createGatewayCheck(secret)
  return (request) => {
    const { traceparent, [GATEWAY_HEADER]: token } = request.headers
    const known = isGateway(typeof token === 'string' ? token : undefined)
    const parent = known && typeof traceparent === 'string' ? traceparent : undefined
    return traced('visit', { kind: 'server', parent }, async () => visit(request))
  }
}
