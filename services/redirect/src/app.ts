import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { drain } from '@fingerpost/kit/drain'
import { languageOf } from '@fingerpost/kit/language'
import type { Logger } from '@fingerpost/kit/log'
import type { Answer } from '@fingerpost/kit/page'
import { limitPipelining } from '@fingerpost/kit/pipelining'
import { cutSlowReaders } from '@fingerpost/kit/slow-readers'
import { createTally } from '@fingerpost/kit/tally'
import { createTimes } from '@fingerpost/kit/times'
import { PAGES } from './pages/notice.rules.ts'

/**
 * Visits in hand at once. One in memory takes well below a millisecond, so this many are waiting for
 * something that is stuck, or are more than the processor can do: who comes then is told at once.
 */
const MAX_IN_HAND = 2_000

const answered = createTally('fingerpost_redirect_answers_total', 'Answers by status', 'status')
const watch = createTimes('fingerpost_redirect_seconds', 'Time from a request to its answer')()

export type Visit = (request: IncomingMessage) => Promise<Answer>

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
    },
    (request, response) => void answer(request, response),
  )
  cutSlowReaders(server)
  limitPipelining(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedMs = performance.now()
    // Awaited in both cases: only then is a request without a body known to be complete.
    const found: Answer = await (inHand < maxInHand ? answerOf(request) : PAGES.unavailable)
    const words = found.inLanguage?.(languageOf(request.headers['accept-language']))
    let { status, headers, body, encoding } = words ?? found
    // A body nobody asked for is not read to its end.
    if (!request.complete) headers = [...headers, 'Connection', 'close']
    response.writeHead(status, headers as string[]).end(body, encoding)
    answered(String(status))
    watch((performance.now() - startedMs) / 1_000)
  }

  async function answerOf(request: IncomingMessage): Promise<Answer> {
    inHand++
    try {
      return await visit(request)
    } catch (error) {
      // Who leaves in the middle of a form is no failure of ours, and there is nobody left to read this.
      if (error === request.errored) return PAGES.badRequest
      log.error({ err: error }, 'visit failed')
      return PAGES.failed
    } finally {
      inHand--
    }
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
