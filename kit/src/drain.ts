import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/**
 * Stops an HTTP server without losing a request: no new connection is taken, what is in flight is
 * answered, and so is what still comes on a kept connection within `lastRequestMs`. Resolves when
 * every connection is closed.
 */
export async function drain(server: Server, lastRequestMs = 1_000): Promise<void> {
  if (!server.listening) return
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const closed = new Promise<void>((resolve) => {
    // Not the method of the HTTP server, which cuts the silent connections at once.
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
