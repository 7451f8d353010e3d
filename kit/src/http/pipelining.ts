import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const AT_ONCE = 16

interface Line {
  /** Stored here, because a request has no socket after its client has disconnected. */
  socket: Socket
  /** The response that began when no other was in flight. Without pipelining it is not counted. */
  alone: ServerResponse | undefined
  inHand: number
  waiting: [IncomingMessage, ServerResponse][]
}

/**
 * Limits pipelined requests (RFC 9112 §9.3.2) to `atOnce` in flight per connection. Node dispatches
 * all of them as they are read, so thousands on one connection would delay all other clients. While
 * requests wait, the socket is paused.
 */
export function limitPipelining(server: Server, atOnce = AT_ONCE): void {
  const [handle] = server.listeners('request') as [RequestListener]
  const lines = new WeakMap<Socket, Line>()

  server.on('connection', (socket: Socket) => {
    const line: Line = { socket, alone: undefined, inHand: 0, waiting: [] }
    lines.set(socket, line)
    // Node resumes reading after each response.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause()
    })
  })
  server.off('request', handle).on('request', (request, response) => {
    const line = lines.get(request.socket)
    if (!line) return handle(request, response)
    if (line.inHand === 0 && (line.alone?.writableFinished ?? true)) {
      line.alone = response
      return handle(request, response)
    }
    if (line.alone) count(line, line.alone)
    line.alone = undefined
    if (line.inHand < atOnce) return begin(line, request, response)
    line.waiting.push([request, response])
    line.socket.pause()
  })

  function begin(line: Line, request: IncomingMessage, response: ServerResponse) {
    count(line, response)
    handle(request, response)
  }

  /** Counts a response until it is closed. A listener on every response would slow down all. */
  function count(line: Line, response: ServerResponse) {
    line.inHand++
    response.once('close', () => end(line))
  }

  function end(line: Line) {
    line.inHand--
    if (!line.socket.writable) line.waiting.length = 0
    const next = line.waiting.shift()
    if (!next) return
    // The body of the last request may not have arrived yet.
    if (line.waiting.length === 0) line.socket.resume()
    begin(line, ...next)
  }
}
