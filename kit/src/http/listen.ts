import type { Server } from 'node:http'

/**
 * Connections that wait to be accepted. Node's default of 511 drops some of a crowd that connects
 * within a millisecond; the kernel lowers the number to its `somaxconn`.
 */
export const ACCEPT_BACKLOG = 4_096

/** Resolves with the port once the server listens; 0 chooses a free one. Rejects if it cannot. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: ACCEPT_BACKLOG }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
