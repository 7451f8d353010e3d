import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where a copy answers; on loopback when nothing else is said. */
interface Address {
  host?: string
  port: number
}

/**
 * A TCP load balancer in front of the copies of a process: one connection after the other goes to the
 * next copy that takes it. It repeats nothing: what a copy loses stays lost.
 */
export async function openRoundRobin() {
  let copies: readonly Address[] = []
  let turn = 0
  const sockets = new Set<Socket>()

  // Each end may finish speaking before the other: what was said last must still arrive.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    near.on('error', () => {})
    near.on('close', () => sockets.delete(near))
    forward(near, turn++, copies.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  /** To the copy whose turn it is, else to the next. */
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
    /** The copies, from now on. */
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
