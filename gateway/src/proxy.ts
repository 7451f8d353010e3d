import type { IncomingMessage } from 'node:http'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { ANSWER_HEAD_BYTES } from '@fingerpost/kit/http/head'
import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import { type AddressMatch, clientAddress } from '@fingerpost/kit/net/ip'
import { tracing } from '@fingerpost/kit/telemetry/trace'
import { DRY_RUN_HEADER, GATEWAY_HEADER, gatewayToken } from '@fingerpost/kit/visitor/gateway-token'
import { languageOf } from '@fingerpost/kit/visitor/language'
import { TOO_MANY, UNAVAILABLE } from '@fingerpost/kit/visitor/notice-page'
import type { Answer } from '@fingerpost/kit/visitor/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from './limits/limit.hook.ts'
import { tooManyVisits } from './problems.ts'
import { proxyUrl, readsPages } from './visitor.rules.ts'

export interface ProxyTargets {
  REDIRECT_URL: string
  BIO_URL: string
  GRPC_SHARED_SECRET: string
}

/** Larger than any form that the visitor pages submit. */
const FORM_BYTES = 8_192

/**
 * Proxies every request without a route to redirect, and `/@…` to bio. Forwarding headers of the
 * client are replaced by verified ones, authenticated by a token shared with these services.
 */
export async function proxyVisitors(
  app: FastifyInstance,
  targets: ProxyTargets,
  trusted: AddressMatch,
  limits: Pick<Limits, 'isFlood'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isBio(request.url) || !(await limits.isFlood('page', request))) return
      if (!readsPages(request.headers.accept, request.url)) throw tooManyVisits()
      return sendPage(reply, TOO_MANY)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: unknown, payload: IncomingMessage) =>
      readForm(payload),
    )
    await scope.register(httpProxy, proxyOptions(targets, trusted))
  })
}

function proxyOptions(targets: ProxyTargets, trusted: AddressMatch): FastifyHttpProxyOptions {
  const token = gatewayToken(targets.GRPC_SHARED_SECRET)
  return {
    upstream: '',
    preRewrite: proxyUrl,
    proxyPayloads: false,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    // A redirect response is a few hundred bytes; a response that takes longer will not come.
    undici: {
      connections: 64,
      pipelining: 1,
      maxHeaderSize: ANSWER_HEAD_BYTES,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
      // Below the second for which a stopping redirect still serves idle keep-alive connections.
      keepAliveTimeout: 400,
      keepAliveMaxTimeout: 400,
    },
    replyOptions: {
      // Visits are not retried: the first attempt may already be counted.
      retryDelay: () => null,
      getUpstream: ({ url }) => (isBio(url) ? targets.BIO_URL : targets.REDIRECT_URL),
      // Node has already answered `Expect`, and the proxy's HTTP client rejects the header.
      rewriteRequestHeaders: (request, { expect: _, ...headers }) => ({
        ...headers,
        ...forwarding(request as FastifyRequest, trusted),
        [GATEWAY_HEADER]: token,
        ...traceHeader(),
        [DRY_RUN_HEADER]: '',
      }),
      // Hop-by-hop headers of the upstream connection (RFC 9110 §7.6.1); they would delay closing.
      rewriteHeaders: ({ connection: _, 'keep-alive': __, ...headers }) => headers,
      onError: (reply, { error }) => {
        const { headers, url } = reply.request
        if (!readsPages(headers.accept, url)) {
          return void reply.send(unavailable('A backend service is unavailable. Try again.', error))
        }
        sendPage(reply as FastifyReply, UNAVAILABLE)
      },
    },
  }
}

/**
 * Buffers a form before forwarding it: a slow upload must not occupy an upstream connection.
 * Stops reading just above the size limit, which is enough for redirect to reject the form.
 */
async function readForm(payload: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > FORM_BYTES) break
    }
  } catch {
    throw new Problem('invalid', 'invalid_request', 'The body is incomplete.')
  }
  return Buffer.concat(chunks)
}

function sendPage(reply: FastifyReply, page: Answer): FastifyReply {
  const language = languageOf(reply.request.headers['accept-language'])
  const { status, headers, body } = page.inLanguage?.(language) ?? page
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1])
  return reply.code(status).send(body)
}

const isBio = (url: string | undefined): boolean => url?.startsWith('/@') === true

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
