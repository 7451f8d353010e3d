import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What a reader has to take in a window while something waits for him; a modem takes more. */
const PACE = { windowMs: 10_000, bytes: 10_000 }
const LOOKS = 10

/**
 * Closes connections on which an answer waits and is hardly read: node has timeouts for those who ask
 * slowly and none for those who read slowly. Looks from time to time, so that a request costs nothing.
 */
export function guardSlowReaders(server: Server, { windowMs, bytes } = PACE): void {
  const readers = new Map<Socket, { sent: number; looks: number }>()
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { sent: 0, looks: 0 })
    socket.once('close', () => readers.delete(socket))
  })
  const look = () => {
    for (const [socket, reader] of readers) {
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || sent - reader.sent >= bytes) {
        Object.assign(reader, { sent, looks: 0 })
      } else if (++reader.looks >= LOOKS) socket.destroy()
    }
  }
  const timer = setInterval(look, windowMs / LOOKS).unref()
  server.once('close', () => clearInterval(timer))
}
