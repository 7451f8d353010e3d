import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Minimum progress of a body per window: 10 kB/s, so that 20 MiB take at most 35 minutes. */
const PACE = { windowMs: 10_000, bytes: 100_000 }
const LOOKS = 10

/**
 * Requires a minimum rate for request bodies (Slowloris); Node's `requestTimeout` would break large
 * uploads on slow connections. A slow body causes a `clientError` with Node's code; its connection
 * is closed at most one window later. A body that continues after the answer is always cut off.
 */
export function guardSlowSenders(server: Server, { windowMs, bytes } = PACE): void {
  const bodies = new Map<IncomingMessage, Body>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (!('transfer-encoding' in headers) && Number(headers['content-length'] ?? 0) === 0) return
    bodies.set(request, { socket, response, received: socket.bytesRead, looks: 0 })
  })
  const look = () => {
    for (const [request, body] of bodies) {
      const { socket, response, received, looks } = body
      const over = looks >= LOOKS || response.writableFinished
      // Unread data means that we are slow, not the client.
      const progressed = socket.bytesRead - received >= bytes || request.readableLength > 0
      if (request.complete || socket.destroyed) bodies.delete(request)
      else if (progressed && !over) Object.assign(body, { received: socket.bytesRead, looks: 0 })
      else if (++body.looks === LOOKS && !response.headersSent) {
        server.emit('clientError', timeout(), socket)
      } else if (body.looks >= (response.headersSent ? LOOKS : 2 * LOOKS)) socket.destroy()
    }
  }
  const timer = setInterval(look, windowMs / LOOKS).unref()
  server.once('close', () => clearInterval(timer))
}

interface Body {
  socket: Socket
  response: ServerResponse
  /** Bytes received on the connection at the start of the window, and the checks since then. */
  received: number
  looks: number
}

const timeout = () =>
  Object.assign(new Error('The request body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
