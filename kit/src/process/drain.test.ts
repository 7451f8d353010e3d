import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { drain } from './drain.ts'

it('answers requests in flight and late ones on a keep-alive connection, then closes it', async () => {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') held.push(response)
    else response.end('quick')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const
  const ask = async (path: string, agent: Agent) => {
    const [answer] = await once(get({ port, path, host: '127.0.0.1', agent }), 'response')
    ;(answer as IncomingMessage).resume()
    await once(answer, 'end')
    return (answer as IncomingMessage).headers.connection
  }

  await ask('/quick', agents[0])
  const slow = ask('/slow', agents[1])
  while (held.length === 0) await new Promise(setImmediate)
  const drained = drain(server, 5_000)
  const answered = await ask('/quick', agents[0])
  held[0]?.end('done')
  await slow
  agents[1].destroy()
  await drained

  expect(answered).toBe('close')
  expect(server.listening).toBe(false)
})

it('closes an idle connection', async () => {
  const server = createServer((_, response) => void response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const { port } = server.address() as AddressInfo
  const [answer] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
  answer.resume()
  await once(answer, 'end')

  await drain(server, 1)

  expect(server.listening).toBe(false)
})

it('answers requests on connections that were waiting to be accepted', async () => {
  const server = createServer((_, response) => void response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let answered = 0
  const waiting = Array.from({ length: 200 }, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    const [answer] = await once(socket, 'data')
    if (String(answer).startsWith('HTTP/1.1 200')) answered++
    socket.destroy()
  })

  await new Promise((connected) => process.nextTick(connected)) // by the system; the server has accepted none
  await Promise.all([drain(server, 5_000), ...waiting])

  expect(answered).toBe(200)
})
