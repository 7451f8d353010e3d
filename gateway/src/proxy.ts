import httpProxy from '@fastify/http-proxy'
import { DRY_RUN_HEADER, GATEWAY_HEADER, gatewayToken } from '@fingerpost/kit/gateway-token'
import { type AddressMatch, clientAddress } from '@fingerpost/kit/ip'
import { unavailable } from '@fingerpost/kit/problem'
import { tracing } from '@fingerpost/kit/trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface ProxyTargets {
  REDIRECT_URL: string
  BIO_URL: string
  GRPC_SHARED_SECRET: string
}

/**
 * Hands everything that no route of ours takes to redirect, and `/@…` to bio. What a client says of
 * itself in forwarding headers is replaced by what the gateway knows, under a token that only we have.
 */
export async function proxyVisitors(
  app: FastifyInstance,
  targets: ProxyTargets,
  trusted: AddressMatch,
): Promise<void> {
  const token = gatewayToken(targets.GRPC_SHARED_SECRET)
  await app.register(httpProxy, {
    upstream: '',
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    // The answer of a redirect is a few hundred bytes; what takes longer than this is not coming.
    undici: {
      connections: 64,
      pipelining: 1,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
      // Less than the second for which a redirect that stops still answers on kept connections.
      keepAliveTimeout: 400,
      keepAliveMaxTimeout: 400,
    },
    replyOptions: {
      // A visit must not be made twice: the first try may have counted.
      retryDelay: () => null,
      getUpstream: ({ url }) => (url.startsWith('/@') ? targets.BIO_URL : targets.REDIRECT_URL),
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...forwarding(request as FastifyRequest, trusted),
        [GATEWAY_HEADER]: token,
        ...traceHeader(),
        [DRY_RUN_HEADER]: '',
      }),
      onError: (reply, { error }) => {
        reply.send(unavailable('A part of the service does not answer. Try again.', error))
      },
    },
  })
}

const traceHeader = (): Record<string, string> => {
  const traceparent = tracing()?.current()
  return traceparent ? { traceparent } : {}
}

const forwarding = (
  { headers, id, protocol, socket }: FastifyRequest,
  trusted: AddressMatch,
): Record<string, string> => {
  const host = headers.host ?? ''
  const proto = headers['x-forwarded-proto']
  const believed = trusted(socket.remoteAddress ?? '') && /^https?$/.test(String(proto))
  return {
    host,
    'x-forwarded-for': clientAddress(
      socket.remoteAddress,
      headers['x-forwarded-for']?.toString(),
      trusted,
    ),
    'x-forwarded-host': host,
    'x-forwarded-proto': believed ? String(proto) : protocol,
    'x-request-id': id,
  }
}
