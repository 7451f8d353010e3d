import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop without a new connection: each turn accepts at most one. */
const QUIET_TURNS = 3

/**
 * Stops an HTTP server gracefully: it accepts the connections that are waiting and no others, answers
 * requests in flight and those that arrive on keep-alive connections within `lastRequestMs`. Resolves when
 * all connections are closed.
 */
export async function drain(server: Server, lastRequestMs = 1_000): Promise<void> {
  if (!server.listening) return
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  await acceptWaiting(server, performance.now() + lastRequestMs)
  const closed = new Promise<void>((resolve) => {
    // Not the method of the HTTP server, which closes idle connections at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  let timer = setTimeout(closeSilent, lastRequestMs)
  function closeSilent() {
    server.closeIdleConnections()
    timer = setTimeout(closeSilent, 100)
  }
  await closed
  clearTimeout(timer)
}

/** Closing a listening socket resets connections that the system has made and the server not accepted yet. */
async function acceptWaiting(server: Server, untilMs: number): Promise<void> {
  let quiet = 0
  const accepted = () => {
    quiet = 0
  }
  server.on('connection', accepted)
  while (quiet++ < QUIET_TURNS && performance.now() < untilMs) await nextTurn()
  server.off('connection', accepted)
}
