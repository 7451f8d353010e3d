import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address at which the stack under test reaches this machine. */
const HOST = process.env.TEST_SITE_HOST ?? '127.0.0.1'

/** A local website that answers as the test specifies and counts its requests. */
export async function startSite(answer: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    answer(request, response)
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => void server.close().closeAllConnections(),
  }
}
