import type { IncomingMessage, ServerResponse } from 'node:http'
import { INNER_HEAD_BYTES } from '@fingerpost/kit/http/head'
import { listen, type Place } from '@fingerpost/kit/http/listen'
import { createServer } from '@fingerpost/kit/http/node-http'
import { limitPipelining } from '@fingerpost/kit/http/pipelining'
import { Problem } from '@fingerpost/kit/http/problem'
import { guardSlowReaders } from '@fingerpost/kit/http/slow-reader-guard'
import { drain } from '@fingerpost/kit/process/drain'
import type { Logger } from '@fingerpost/kit/process/log'
import { createFastCounter } from '@fingerpost/kit/telemetry/fast-counter'
import { createFastHistogram } from '@fingerpost/kit/telemetry/fast-histogram'
import { languageOf } from '@fingerpost/kit/visitor/language'
import type { Answer } from '@fingerpost/kit/visitor/page'
import { PAGES } from './pages/notice.rules.ts'

/**
 * Maximum visits in flight. A cached visit takes well below a millisecond, so this many are waiting
 * for a stuck dependency or exceed the CPU; further requests get 503 at once.
 */
const MAX_IN_HAND = 2_000

const answered = createFastCounter(
  'fingerpost_redirect_answers_total',
  'Answers by status',
  'status',
)
const watch = createFastHistogram(
  'fingerpost_redirect_duration_seconds',
  'Time from a request to its answer',
)()

/** Throws an `unavailable` problem when the record cannot be looked up. */
export type Visit = (request: IncomingMessage) => Answer | Promise<Answer>

/**
 * The HTTP server: plain `node:http`, because every layer above it costs throughput. Requests are
 * not logged; an unexpected error is logged and answered with a plain 500.
 */
export function openHttp(visit: Visit, log: Logger, maxInHand = MAX_IN_HAND) {
  let inHand = 0

  const server = createServer(
    {
      keepAliveTimeout: 72_000,
      headersTimeout: 8_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: INNER_HEAD_BYTES,
      optimizeEmptyRequests: true,
    },
    answer,
  )
  guardSlowReaders(server)
  limitPipelining(server)

  /** Uses callbacks, because each extra promise slows down every visit. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const startedMs = performance.now()
    const send = (found: Answer) => {
      write(request, response, found)
      watch((performance.now() - startedMs) / 1_000)
    }
    // Deferred to the next tick: only then is a request without a body marked as complete.
    if (inHand >= maxInHand) return void process.nextTick(send, PAGES.unavailable)
    inHand++
    const done = (found: Answer) => {
      inHand--
      send(found)
    }
    const failed = (error: unknown) => done(failure(request, error))
    try {
      const found = visit(request)
      if (found instanceof Promise) found.then(done, failed)
      else process.nextTick(done, found)
    } catch (error) {
      process.nextTick(failed, error)
    }
  }

  function failure(request: IncomingMessage, error: unknown): Answer {
    if (error instanceof Problem && error.kind === 'unavailable') return PAGES.unavailable
    // The client disconnected while sending a form: not our failure, and the answer is not read.
    if (error === request.errored) return PAGES.badRequest
    log.error({ err: error }, 'visit failed')
    return PAGES.failed
  }

  return {
    listen: (place: Place): Promise<number> => listen(server, place),
    /** Accepts no new connections; requests in flight are still answered. */
    close: () => drain(server),
  }
}

function write(request: IncomingMessage, response: ServerResponse, found: Answer): void {
  const words = found.inLanguage?.(languageOf(request.headers['accept-language']))
  let { status, headers, body, encoding } = words ?? found
  // Close the connection instead of reading an unwanted body to its end.
  if (!request.complete) headers = [...headers, 'Connection', 'close']
  response.writeHead(status, headers as string[]).end(body, encoding)
  answered(String(status))
}
