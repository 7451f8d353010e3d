import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Minimum that a client must read per window while data is pending; a modem reads more. */
const PACE = { windowMs: 10_000, bytes: 10_000 }
const LOOKS = 10

/**
 * Closes connections whose client reads a response too slowly (slow-read attack): Node has timeouts
 * for slow requests but none for slow readers. Uses a timer, so that requests cost nothing.
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
