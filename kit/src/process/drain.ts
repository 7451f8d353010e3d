import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/**
 * Stops an HTTP server gracefully: it accepts no new connections, answers requests in flight and
 * those that arrive on keep-alive connections within `lastRequestMs`. Resolves when all connections
 * are closed.
 */
export async function drain(server: Server, lastRequestMs = 1_000): Promise<void> {
  if (!server.listening) return
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
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
