import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { limitPipelining } from './pipelining.ts'

const AT_ONCE = 3
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const post = (body: string) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** A server, the bytes that it has read from each connection, and a function to connect. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  limitPipelining(server, AT_ONCE)
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { open, connections }
}

/** The bodies of the responses, in order. */
function read(socket: Socket): string[] {
  const bodies: string[] = []
  let rest = ''
  socket.setEncoding('latin1').on('data', (chunk: unknown) => {
    rest += chunk
    rest = rest.replace(/HTTP\/1\.1 200[\s\S]*?\r\n\r\n(.*?);/g, (_, body: string) => {
      bodies.push(body)
      return ''
    })
  })
  return bodies
}

it('pipelined requests are limited in flight, and all are answered once and in order', async () => {
  let [inHand, most] = [0, 0]
  const { open } = await serve((request, response) => {
    most = Math.max(most, ++inHand)
    setImmediate(() => {
      inHand--
      response.end(`${request.url};`)
    })
  })
  const paths = Array.from({ length: 5_000 }, (_, i) => `/${i}`)

  const socket = open()
  const bodies = read(socket)
  socket.write(paths.map(get).join(''))
  await vi.waitFor(() => expect(bodies).toHaveLength(paths.length), { timeout: 20_000 })

  expect(bodies).toEqual(paths)
  expect(most).toBe(AT_ONCE)
})

it('bodies are complete, even for queued requests', async () => {
  const { open } = await serve(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    response.end(`${bytes};`)
  })
  const sizes = [3, 300_000, 0, 2_000_000, 5, 400_000]

  const socket = open()
  const bodies = read(socket)
  for (const size of sizes) socket.write(post('x'.repeat(size)))

  await vi.waitFor(() => expect(bodies).toEqual(sizes.map(String)), { timeout: 20_000 })
})

it('a socket with queued requests is paused, and other clients are answered', async () => {
  const held: ServerResponse[] = []
  const { open, connections } = await serve((request, response) => {
    if (request.url === '/held') held.push(response)
    else response.end('ok;')
  })
  const asked = get('/held').repeat(200_000)
  const greedy = open()
  greedy.write(asked)
  await vi.waitFor(() => expect(held).toHaveLength(AT_ONCE))

  const socket = open()
  const bodies = read(socket)
  socket.write(get('/').repeat(100))
  await vi.waitFor(() => expect(bodies).toHaveLength(100), { timeout: 20_000 })

  expect(held).toHaveLength(AT_ONCE)
  expect(connections[0]?.bytesRead).toBeLessThan(300_000)
  greedy.destroy()
})

it('queued requests of a disconnected client are dropped', async () => {
  const held: ServerResponse[] = []
  const { open, connections } = await serve((_, response) => void held.push(response))
  const socket = open()
  socket.write(get('/').repeat(100))
  await vi.waitFor(() => expect(held).toHaveLength(AT_ONCE))
  // While paused, the server notices a disconnect only when it writes.
  socket.resetAndDestroy()
  held[0]?.end('a'.repeat(10_000_000))

  await vi.waitFor(() => expect(connections[0]?.destroyed).toBe(true), { timeout: 20_000 })
  await new Promise(setImmediate)
  expect(held).toHaveLength(AT_ONCE)
})
