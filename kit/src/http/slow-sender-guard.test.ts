import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { guardSlowSenders } from './slow-sender-guard.ts'

const WINDOW_MS = 500
const STEP_MS = 50

/** A server that requires 1,000 bytes of a body per half second. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  guardSlowSenders(server, { windowMs: WINDOW_MS, bytes: 1_000 })
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) =>
    socket.end(`HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n${code}`),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Sends a body of `steps` pieces of `bytes`, one every 50 ms; returns everything received. */
async function upload(port: number, bytes: number, steps: number): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => {})
  const length = 1 + bytes * steps
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes ? length : 9}\r\n\r\nx`)
  let left = steps
  const sending = setInterval(() => {
    if (left-- > 0 && socket.writable) socket.write('x'.repeat(bytes))
  }, STEP_MS)
  const answer = await text(socket).catch(() => 'cut off')
  clearInterval(sending)
  return answer
}

const measure: RequestListener = (request, response) => {
  let bytes = 0
  request.on('data', (chunk) => (bytes += chunk.length))
  request.on('end', () => response.setHeader('connection', 'close').end(`got ${bytes}`))
}

it('a body with steady progress is read to its end, for any number of windows', async () => {
  const port = await serve(measure)
  expect(await upload(port, 1_000, 40)).toContain('got 40001')
})

it.each([
  ['drips', 1],
  ['stalls', 0],
])('a body that %s is cut off with 408', async (_, bytes) => {
  const port = await serve(measure)
  expect(await upload(port, bytes, 1_000)).toMatch(/^HTTP.1.1 408 .*ERR_HTTP_REQUEST_TIMEOUT$/s)
})

it('a body that continues after its answer is cut off, at any pace', async () => {
  const port = await serve((_, response) => void response.end('answered'))
  expect(await upload(port, 1_000, 1_000)).toMatch(/answered|cut off/)
})
