import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Handles the requests of one connection one after the other, in the order in which HTTP/1.1 sends their
 * answers anyway (RFC 9112 §9.3.2). Node hands out all of them as they are read: who pipelines thousands
 * would have them all in hand at once. While one waits for its turn, nothing more is read.
 */
export function answerInTurn(server: Server): void {
  const [handle] = server.listeners('request') as [RequestListener]
  const lines = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  server.off('request', handle).on('request', (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    if (line) {
      line.push([request, response])
      socket.pause()
    } else begin(socket, request, response)
  })
  server.on('connection', (socket: Socket) => {
    // Node reads on after each answer.
    socket.on('resume', () => {
      if (lines.get(socket)?.length) socket.pause()
    })
  })

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse) {
    if (!lines.has(socket)) lines.set(socket, [])
    response.once('close', () => next(socket))
    handle(request, response)
  }

  function next(socket: Socket) {
    const waits = socket.writable ? lines.get(socket)?.shift() : undefined
    if (!waits) return void lines.delete(socket)
    // The body of the last one may still be on its way.
    if (!lines.get(socket)?.length) socket.resume()
    begin(socket, ...waits)
  }
}
