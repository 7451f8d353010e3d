import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { inTime } from './in-time.ts'

it('returns the result or the error', async () => {
  expect(await inTime(Promise.resolve(7), 1_000)).toBe(7)
  await expect(inTime(Promise.reject(new Error('wrong')), 1_000)).rejects.toThrow('wrong')
})

it('rejects if there is no answer', async () => {
  await expect(inTime(new Promise(() => {}), 5)).rejects.toThrow('no answer within 5 ms')
})

it('accepts an answer that arrived while the process was busy', async () => {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  await once(socket, 'connect')
  const answer = inTime(once(socket, 'data'), 5)

  for (const until = performance.now() + 100; performance.now() < until; );

  expect(String((await answer)[0])).toBe('here')
  server.close()
})
