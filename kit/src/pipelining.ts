import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const AT_ONCE = 16

interface Line {
  /** Kept here: a request whose client has gone has none any more. */
  socket: Socket
  /** The answer that was begun when nothing else was in hand. Nobody pipelines: it is not counted. */
  alone: ServerResponse | undefined
  inHand: number
  waiting: [IncomingMessage, ServerResponse][]
}

/**
 * Has at most `atOnce` requests of one connection in hand (pipelining, RFC 9112 §9.3.2). Node hands out all
 * of them as they are read: who sends thousands would hold up everybody else. While one waits, nothing
 * more is read.
 */
export function limitPipelining(server: Server, atOnce = AT_ONCE): void {
  const [handle] = server.listeners('request') as [RequestListener]
  const lines = new WeakMap<Socket, Line>()

  server.on('connection', (socket: Socket) => {
    const line: Line = { socket, alone: undefined, inHand: 0, waiting: [] }
    lines.set(socket, line)
    // Node reads on after each answer.
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

  /** As in hand until it is over; a listener on every answer would cost all what few ask for. */
  function count(line: Line, response: ServerResponse) {
    line.inHand++
    response.once('close', () => end(line))
  }

  function end(line: Line) {
    line.inHand--
    if (!line.socket.writable) line.waiting.length = 0
    const next = line.waiting.shift()
    if (!next) return
    // The body of the last one may still be on its way.
    if (line.waiting.length === 0) line.socket.resume()
    begin(line, ...next)
  }
}
