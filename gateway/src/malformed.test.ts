import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from './testing/app.ts'

const { app } = await openTestApp()
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

async function send(line: string, encoding: 'utf8' | 'latin1', headers = ''): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(Buffer.from(`${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`, encoding))
  return text(socket)
}

it.each([
  ['GET /caf\u00e9', 'utf8'],
  ['GET /caf\u00e9', 'latin1'],
  ['GET /sale?from=M\u00fcnchen', 'utf8'],
  ['GET /a b', 'utf8'],
  ['GET /sale?from=a\tb', 'utf8'],
] as const)(
  'a visitor whose address is not encoded gets a page: %s in %s',
  async (line, encoding) => {
    const german = await send(line, encoding, 'Accept: */*\r\nAccept-Language: de-AT,en;q=0.5\r\n')

    expect(german).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/html/)
    expect(german).toContain('<h1>Ungültige Adresse</h1>')
    expect(await send(line, encoding)).toContain('<h1>Invalid address</h1>')
  },
)

it.each(['GET /api/v1/link?search=M\u00fcnchen', 'POST /caf\u00e9', 'GET /api/a b', 'caf\u00e9'])(
  'other requests that are not HTTP get a problem: %s',
  async (line) => {
    const answer = await send(line, 'utf8')

    expect(answer).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/,
    )
    expect(answer).toContain('"code":"invalid_request"')
  },
)
