import type { Server } from 'node:http'

/**
 * Connections that wait to be accepted. Node's default of 511 drops some of a crowd that connects
 * within a millisecond; the kernel lowers the number to its `somaxconn`.
 */
const ACCEPT_BACKLOG = 4_096

/** Where an HTTP server listens; port 0 chooses a free one. */
export interface Place {
  HTTP_HOST: string
  HTTP_PORT: number
  HTTP_REUSE_PORT?: boolean
}

/** The options of `listen` of a server, also of fastify. */
export const listenOptions = ({ HTTP_HOST, HTTP_PORT, HTTP_REUSE_PORT = false }: Place) => ({
  host: HTTP_HOST,
  port: HTTP_PORT,
  backlog: ACCEPT_BACKLOG,
  reusePort: HTTP_REUSE_PORT,
})

/** Resolves with the port once the server listens. Rejects if it cannot. */
export function listen(server: Server, place: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(listenOptions(place), () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : place.HTTP_PORT)
    })
  })
}
