import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The address of a copy, by default on loopback. */
interface Address {
  host?: string
  port: number
}

/**
 * A round-robin TCP load balancer for the copies of a process, which skips copies that refuse a
 * connection. It never retries: what a copy loses stays lost.
 */
export async function openRoundRobin() {
  let copies: readonly Address[] = []
  let turn = 0
  const sockets = new Set<Socket>()

  // Each end may close its direction first; data already sent must still arrive.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    near.on('error', () => {})
    near.on('close', () => sockets.delete(near))
    forward(near, turn++, copies.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  /** Connects to the next copy in turn, or to the one after it if it refuses. */
  function forward(near: Socket, first: number, tries: number): void {
    const copy = copies[first % copies.length]
    if (tries === 0 || copy === undefined) return void near.destroy()
    const far = connect({ host: '127.0.0.1', ...copy, allowHalfOpen: true })
    const refused = () => forward(near, first + 1, tries - 1)
    far.once('error', refused)
    far.once('connect', () => {
      far.off('error', refused)
      far.on('error', () => near.resetAndDestroy())
      near.on('error', () => far.resetAndDestroy())
      near.pipe(far).pipe(near)
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Sets the copies for new connections. */
    serve(next: readonly Address[]): void {
      copies = next
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type RoundRobin = Awaited<ReturnType<typeof openRoundRobin>>
