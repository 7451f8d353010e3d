import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Logger } from '@fingerpost/kit/log'
import { createTally } from '@fingerpost/kit/tally'
import { PAGES } from './pages/notice.rules.ts'
import type { Answer } from './pages/page.rules.ts'
import { languageOf } from './pages/words.rules.ts'

/** How long a kept connection may stay silent after the process was told to stop. */
const LAST_REQUEST_MS = 1_000
/**
 * Visits in hand at once. One in memory takes well below a millisecond, so this many are waiting for
 * something that is stuck, or are more than the processor can do: who comes then is told at once.
 */
const MAX_IN_HAND = 2_000

const answered = createTally('redirect_answers_total', 'Answers by status', 'status')

export type Visit = (request: IncomingMessage) => Promise<Answer>

/**
 * The HTTP server: `node:http` as it is, because every layer on it costs visits. No line is logged
 * per request; what fails unforeseen is, and shown as nothing but 500.
 */
export function openHttp(visit: Visit, log: Logger, maxInHand = MAX_IN_HAND) {
  let stopping = false
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

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found: Answer = inHand < maxInHand ? await answerOf(request) : PAGES.unavailable
    const words = found.inLanguage?.(languageOf(request.headers['accept-language']))
    let { status, headers, body, encoding } = words ?? found
    // A body nobody asked for is not read to its end; a server that stops takes no next request.
    if (stopping || !request.complete) headers = [...headers, 'Connection', 'close']
    response.writeHead(status, headers as string[]).end(body, encoding)
    answered(String(status))
  }

  async function answerOf(request: IncomingMessage): Promise<Answer> {
    inHand++
    try {
      return await visit(request)
    } catch (error) {
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
    /**
     * Takes no new connection, answers what is in flight, and what still comes on a kept connection
     * within a second: a request that was on its way is not lost.
     */
    async close(): Promise<void> {
      stopping = true
      const closed = new Promise<void>((resolve) => {
        // Not the method of the HTTP server, which cuts the silent connections at once.
        NetServer.prototype.close.call(server, () => resolve())
      })
      const timer = setTimeout(() => closeSilent(server), LAST_REQUEST_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

function closeSilent(server: Server): void {
  server.closeIdleConnections()
  if (server.listening) return
  server.getConnections((_error, open) => {
    if (open > 0) setTimeout(() => closeSilent(server), 100).unref()
  })
}
