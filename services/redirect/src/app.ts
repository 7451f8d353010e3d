import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { drain } from '@fingerpost/kit/drain'
import { createFastCounter } from '@fingerpost/kit/fast-counter'
import { createFastHistogram } from '@fingerpost/kit/fast-histogram'
import { languageOf } from '@fingerpost/kit/language'
import type { Logger } from '@fingerpost/kit/log'
import type { Answer } from '@fingerpost/kit/page'
import { limitPipelining } from '@fingerpost/kit/pipelining'
import { Problem } from '@fingerpost/kit/problem'
import { guardSlowReaders } from '@fingerpost/kit/slow-reader-guard'
import { PAGES } from './pages/notice.rules.ts'

/**
 * Visits in hand at once. One in memory takes well below a millisecond, so this many are waiting for
 * something that is stuck, or are more than the processor can do: who comes then is told at once.
 */
const MAX_IN_HAND = 2_000

const answered = createFastCounter(
  'fingerpost_redirect_answers_total',
  'Answers by status',
  'status',
)
const watch = createFastHistogram(
  'fingerpost_redirect_seconds',
  'Time from a request to its answer',
)()

/** Throws a problem of kind unavailable when nobody can say. */
export type Visit = (request: IncomingMessage) => Answer | Promise<Answer>

/**
 * The HTTP server: `node:http` as it is, because every layer on it costs visits. No line is logged
 * per request; what fails unforeseen is, and shown as nothing but 500.
 */
export function openHttp(visit: Visit, log: Logger, maxInHand = MAX_IN_HAND) {
  let inHand = 0

  const server = createServer(
    {
      keepAliveTimeout: 72_000,
      headersTimeout: 8_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      optimizeEmptyRequests: true,
    },
    answer,
  )
  guardSlowReaders(server)
  limitPipelining(server)

  /** Callbacks, because each promise in between costs every visit. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const startedMs = performance.now()
    const send = (found: Answer) => {
      write(request, response, found)
      watch((performance.now() - startedMs) / 1_000)
    }
    // Never in this turn: only after it is a request without a body known to be complete.
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
    // Who leaves in the middle of a form is no failure of ours, and there is nobody left to read this.
    if (error === request.errored) return PAGES.badRequest
    log.error({ err: error }, 'visit failed')
    return PAGES.failed
  }

  return {
    listen: (port: number, host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    /** Takes no new connection; a request that was on its way is not lost. */
    close: () => drain(server),
  }
}

function write(request: IncomingMessage, response: ServerResponse, found: Answer): void {
  const words = found.inLanguage?.(languageOf(request.headers['accept-language']))
  let { status, headers, body, encoding } = words ?? found
  // A body nobody asked for is not read to its end.
  if (!request.complete) headers = [...headers, 'Connection', 'close']
  response.writeHead(status, headers as string[]).end(body, encoding)
  answered(String(status))
}
