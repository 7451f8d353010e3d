import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { guardSlowReaders } from './slow-reader-guard.ts'

const BYTES = 30_000_000

it('a client that does not read is cut off; one that reads, even after a slow start, gets everything', async () => {
  const server = createServer((_, response) => void response.end(Buffer.alloc(BYTES)))
  guardSlowReaders(server, { windowMs: 1_000, bytes: 1_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    return socket
  }

  const idle = connect(port, '127.0.0.1')
  const stuck = Array.from({ length: 20 }, () => ask().on('error', () => {}))
  const cut = stuck.map((socket) => once(socket, 'close'))
  await Promise.all(stuck.map((socket) => once(socket, 'readable')))
  await expect.poll(() => connections(server)).toBe(1)
  for (const socket of stuck) socket.resume()
  await Promise.all(cut)
  expect(stuck.every(({ bytesRead }) => bytesRead < BYTES)).toBe(true)

  const reader = ask().resume()
  await once(reader, 'close')
  expect(reader.bytesRead).toBeGreaterThan(BYTES)
  expect(idle.destroyed).toBe(false)
  idle.destroy()
})

const connections = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
